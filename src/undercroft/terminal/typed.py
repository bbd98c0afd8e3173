"""What a person types, and which answer is meant by it."""

from typing import Any

from undercroft.core.errors import IllegalAnswer, UnreadableAnswer
from undercroft.core.questions import Decision, Fate, Question, read_answer
from undercroft.core.words import Words


def read_typed(question: Question[Any], typed: str, words: Words) -> Any:
    """Find the choice that is meant: by its number, word or title, or by how these begin."""
    if isinstance(question, Decision) and typed.isdecimal():
        number = int(typed[:9])
        if not 1 <= number <= len(question.options):
            raise IllegalAnswer(f"there is no option {number}: type 1 to {len(question.options)}")
        return question.options[number - 1]
    wanted = bare(typed)
    if not wanted:
        raise UnreadableAnswer(f"{typed[:40]!r} is not an answer: type a number or a word")
    names = {
        bare(name): choice
        for choice in question.choices
        for name in (words.title(str(choice)), str(choice))
    }
    if wanted in names:
        return names[wanted]
    begun = {id(choice): choice for name, choice in names.items() if name.startswith(wanted)}
    if isinstance(question, Decision) and len(begun) == 1:  # a card half named is no card
        return begun.popitem()[1]
    if isinstance(question, Fate):  # to list all that can come would be to count the cards
        like = question.outcomes[0]
        raise IllegalAnswer(f"{typed[:40]!r} cannot come now: type it in full, the way of {like}")
    return read_answer(question, typed)  # refuses it, and says what would do


def bare(text: str) -> str:
    """Leave letters and figures only, all small: `Drop: 8D` is `drop8d`."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
