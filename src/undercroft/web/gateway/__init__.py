"""What every request passes: who comes, how often, with how much; and how the server is set up."""
