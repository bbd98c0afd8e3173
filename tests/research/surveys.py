"""Whether a survey that ships has room for what another one found."""

from undercroft.research.survey import ROOM, Fact, Survey


def uncovered(known: Survey, found: Survey) -> list[str]:
    """Describe what was found that the known survey has no place for."""
    lacking = [f"the question {id}" for id in sorted({*found.questions} - {*known.questions})]
    for there, here in ((known.paths, found.paths), (known.about, found.about)):
        for path, fact in here.items():
            if path not in there:
                lacking.append(f"{path}, which is new")
            else:
                lacking += _beyond(path, there[path], fact)
    return lacking


def _beyond(path: str, known: Fact, fact: Fact) -> list[str]:
    words = sorted({*fact.words} - {*known.words}) + sorted({*fact.rows} - {*known.rows})
    lacking = [f"{word} in {path}" for word in words]
    if not known.by_seat and fact.length / ROOM > known.length:
        lacking.append(f"{path}, which may be longer: {fact.length / ROOM:.0f}")
    return lacking
