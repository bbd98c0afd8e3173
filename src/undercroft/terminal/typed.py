"""What a person types, and which answer is meant by it."""

from typing import Any

from undercroft.core.errors import IllegalAnswer, UnreadableAnswer
from undercroft.core.language.words import Words
from undercroft.core.questions import Decision, Fate, Question, read_answer
from undercroft.terminal.words import say


def read_typed(question: Question[Any], typed: str, words: Words) -> Any:
    """Find the choice that is meant: by its number, word or title, or by how these begin."""
    if isinstance(question, Decision) and typed.isdecimal():
        number = int(typed[:9])
        if not 1 <= number <= len(question.options):
            raise IllegalAnswer(say("refused.number", number=number, most=len(question.options)))
        return question.options[number - 1]
    wanted = bare(typed)
    if not wanted:
        raise UnreadableAnswer(say("refused.unreadable", typed=typed[:40]))
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
    if isinstance(question, Fate) and question.verb == "draw":
        # to list all that can come would be to count the cards
        titles = words.tables.get("titles", {})
        if any(wanted in (bare(id), bare(title)) for id, title in titles.items()):
            raise IllegalAnswer(say("refused.gone", typed=typed[:40]))
        like = question.outcomes[0]
        raise IllegalAnswer(say("refused.cannot-come", typed=typed[:40], like=like))
    return read_answer(question, typed)  # refuses it, and says what would do


def bare(text: str) -> str:
    """Leave letters and figures only, all small: `Drop: 8D` is `drop8d`."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
