"""A study's findings as one HTML file."""

from collections.abc import Iterator

from undercroft.core.measuring.intervals import mean, wilson
from undercroft.lab.show.columns import number
from undercroft.lab.show.measured import tables_as_rows
from undercroft.lab.show.page import heading, page, paragraph, table
from undercroft.lab.show.report import classes_of, terms
from undercroft.lab.show.svg import bars
from undercroft.lab.study import Findings
from undercroft.lab.words import say


def study_as_page(findings: Findings, command: str, note: str = "") -> str:
    """Write the findings as a page."""
    game = findings.setting.game
    title = f"{game.title}: {terms(findings)}"
    return page(title, sections(findings, note), command, [(findings.study, findings.setting)])


def sections(findings: Findings, note: str) -> Iterator[str]:
    """Write outcomes, wins, scores and lengths as bars and tables, then the game's own tables."""
    _, setting, tally, *_ = findings
    if note:
        yield paragraph(note)
    if not tally.plays:
        return
    rows = [(setting.game.words.title(name), count) for name, count in tally.outcomes.most_common()]
    for seat in range(setting.seats):
        title = say("measure.win") if setting.seats == 1 else say("measure.win-of", seat=seat + 1)
        rows.append((title, tally.wins[seat]))
    yield heading(say("page.endings"))
    shares = [(name, count / tally.plays) for name, count in rows]
    yield bars([(name, share, number(share, is_share=True)) for name, share in shares])
    yield table(
        [
            [say(f"page.{head}") for head in ("ending", "games", "share", "interval")],
            *(
                [
                    name,
                    f"{count:,}",
                    number(count / tally.plays, is_share=True),
                    told(count, tally.plays),
                ]
                for name, count in rows
            ),
        ]
    )
    for seat, scores in enumerate(tally.scores):
        title = (
            say("measure.score") if setting.seats == 1 else say("measure.score-of", seat=seat + 1)
        )
        yield heading(f"{title}: {number(mean(scores), is_share=False)}")
        yield bars(
            [(name, share, number(share, is_share=True)) for name, share in classes_of(scores)]
        )
    yield heading(say("page.lengths"))
    lengths = classes_of(tally.lengths)
    yield bars([(name, share, number(share, is_share=True)) for name, share in lengths])
    for title, warning, cells in tables_as_rows(tally.sheet, setting.game):
        yield heading(title)
        if warning:
            yield paragraph(warning)
        yield table(cells)


def told(count: int, plays: int) -> str:
    """Write Wilson's interval."""
    low, high = (number(bound, is_share=True) for bound in wilson(count, plays))
    return f"{low} … {high}"
