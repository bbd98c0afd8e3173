"""What a review says: `words.toml`, in the language spoken."""

from typing import Final

from undercroft.core.words import Catalogue

REVIEW: Final = Catalogue("undercroft.review")
say: Final = REVIEW.say
