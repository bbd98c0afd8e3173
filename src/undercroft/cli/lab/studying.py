"""`undercroft study`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import AsJson, GameName, OptionPairs, Preset, Seats, Variant, pairs
from undercroft.cli.lab.arguments import (
    Bots,
    ClusterAt,
    Measure,
    Seed,
    Ticks,
    Where,
    Workers,
    at_work,
    cores,
    study_asked,
)
from undercroft.cli.lab.keeping import (
    Csv,
    Html,
    Into,
    Keep,
    Parquet,
    as_typed,
    empty_folder,
    note_interruption,
    writable,
    write_journal,
    write_table,
)
from undercroft.cli.lab.positions import position_of
from undercroft.cli.progress import Bar
from undercroft.cli.words import say
from undercroft.core.errors import BadOption
from undercroft.lab.compare.equal_luck import record, seed_of
from undercroft.lab.filtered import Filtered, Sieve, run_filtered, set_up_sieve
from undercroft.lab.native import run_native
from undercroft.lab.position import from_note, run_from
from undercroft.lab.show.files import study_table
from undercroft.lab.show.report import (
    as_data,
    as_text,
    filtered_as_data,
    filtered_as_text,
    filtered_lines,
)
from undercroft.lab.show.study_page import study_as_page
from undercroft.lab.study import run, set_up

MOST: Final = 1e15  # games; a number that is still counted exactly


def whole_number(text: str) -> int:
    """Read a number of games, such as 20000 or 1e9."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 1 <= number <= MOST or number != int(number):
        raise typer.BadParameter(say("study.number", given=text))
    return int(number)


@command(
    "study",
    "undercroft study tomb --plays 20000 --seed 7",
    "undercroft study tomb --bot random --workers 4 --option start-hp=8 --json",
    "undercroft study tomb --seats 2 --bot random --bot random",
    "undercroft study tomb --device native --plays 1e7",
    'undercroft study tomb --where "outcome=dead and turn<5" --keep 20',
    "undercroft study tomb --from play.journal@33 --plays 1000",
)
def study(
    game: GameName,
    bot: Bots = None,
    plays: Annotated[
        int, typer.Option(parser=whole_number, metavar="NUMBER", help=say("study.plays"))
    ] = 10_000,
    seed: Seed = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    seats: Seats = None,
    option: OptionPairs = None,
    preset: Preset = None,
    variant: Variant = None,
    measure: Measure = True,
    device: Annotated[
        Literal["native", "cuda"] | None, typer.Option(help=say("study.device"))
    ] = None,
    where: Where = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FILE@N", help=say("study.from"))
    ] = None,
    keep: Keep = 0,
    into: Into = Path("kept"),
    csv: Csv = None,
    parquet: Parquet = None,
    html: Html = None,
    ticks: Ticks = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play a game many times, and count how it ends."""
    task = study_asked(
        game,
        variant,
        bot,
        plays,
        seed,
        seats=seats,
        options=pairs(option),
        preset=preset,
        measured=measure,
    )
    set_up(task)
    if device is not None and (where is not None or keep or cluster):
        raise BadOption(say("study.device-alone"))
    writable(csv, html, parquet=parquet)
    if from_ is not None:
        if seats or option or preset or variant or device or where is not None or keep:
            raise BadOption(say("study.from-alone"))
        there = position_of(from_, task._replace(measured=False))
        with at_work(workers, cluster) as crew, Bar(plays, quiet=as_json, ticks=ticks) as bar:
            findings = run_from(there, crew, bar.advance)
        note = from_note(there)
        write_table(lambda: study_table(findings), csv, parquet)
        if html is not None:
            html.write_text(study_as_page(findings, as_typed(task.seed), note), "utf-8")
        if as_json:
            print(json.dumps({**as_data(findings), "from": there.at + 1}, indent=2))
        else:
            print(note, as_text(findings), sep="\n")
        note_interruption(findings.tally.plays, plays, crew)
        return
    if where is not None or keep:
        sieve = Sieve(task, where, keep)
        set_up_sieve(sieve)
        folder = empty_folder(into) if keep else into
        with at_work(workers, cluster) as crew, Bar(plays, quiet=as_json, ticks=ticks) as bar:
            filtered = run_filtered(sieve, crew, bar.advance)
        kept = [*kept_games(filtered, folder)]
        if filtered.findings.tally.plays:
            write_table(lambda: study_table(filtered.findings), csv, parquet)
        if html is not None:
            note = next(filtered_lines(filtered))
            html.write_text(study_as_page(filtered.findings, as_typed(task.seed), note), "utf-8")
        if as_json:
            data = {**filtered_as_data(filtered), "kept": [*map(str, kept)]}
            print(json.dumps(data, indent=2))
        else:
            print(filtered_as_text(filtered))
        if kept and not as_json:
            print(say("keep.kept", count=len(kept), folder=folder, first=kept[0]))
        note_interruption(filtered.matching.plays, plays, crew)
        return
    with at_work(workers, cluster) as crew, Bar(plays, quiet=as_json, ticks=ticks) as bar:
        if device is None:
            findings = run(task, crew, bar.advance)
        else:
            findings = run_native(task, device, workers or cores(), bar.advance)
    write_table(lambda: study_table(findings), csv, parquet)
    if html is not None:
        html.write_text(study_as_page(findings, as_typed(task.seed)), "utf-8")
    print(json.dumps(as_data(findings), indent=2) if as_json else as_text(findings))
    note_interruption(findings.tally.plays, plays, crew)


def kept_games(filtered: Filtered, folder: Path) -> Iterator[Path]:
    """Play the games that match again, and write their journals."""
    study, setting = filtered.sieve.study, filtered.findings.setting
    for number in filtered.matching.numbers:
        play = record(setting, seed_of(study.seed, number))
        yield write_journal(folder, f"{study.game}-{number}", play, study, setting.bots)
