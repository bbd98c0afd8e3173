"""Commands for designers and researchers: studies, comparisons, sweeps, tournaments, solving."""
