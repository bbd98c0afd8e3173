"""The other commands, and what each says to bad input."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.cli.driving import PROGRAM, Done, in_one_go, journals, start, undercroft
from undercroft.cli.admin import admin
from undercroft.cli.app import app
from undercroft.cli.run import MODULES, bring
from undercroft.core.variants import with_variant
from undercroft.games import find_game
from undercroft.puzzles.bank import shipped
from undercroft.puzzles.puzzle import read_puzzles, write_puzzles

SEEDED = ("play", "tomb", "--seed", "7")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one finished play, and files that are no journals."""
    home = tmp_path_factory.mktemp("home")
    undercroft(home, *SEEDED, typed="1\n" * 200)
    (journal,) = journals(home, "finished")
    text = journal.read_text()
    lines = text.split("\n")
    fate = next(n for n, line in enumerate(lines) if line.startswith("draw deck: "))
    choice = next(n for n, line in enumerate(lines) if line.startswith("P1 "))
    files = {
        "good": text,
        "fate": changed(lines, fate, "draw deck: 2c"),
        "decision": changed(lines, choice, "P1 face: drop:2d"),
        "other": changed(lines, choice, "P1 next: deeper"),
        "unreadable": changed(lines, choice, "what is this"),
        "torn": text[:-3],
        "seed": text.replace("seed: 7\n", "seed: 8\n"),
        "sealed": text.replace("seed: 7\n", ""),
        "version": text.replace("rules-version: 1\n", "rules-version: 99\n"),
        "game": text.replace("game: tomb\n", "game: tome\n"),
        "option": text.replace("option mode: solo\n", "option mode: sole\n"),
        "longer": text + "P1 next: deeper\n",
        "empty": "",
        "cut": "\n".join(lines[: choice + 1]) + "\n",
        "nearly": "\n".join(lines[:-2]) + "\n",
        "header": "\n".join(lines[: lines.index("") + 1]) + "\n",
        "half": "\n".join(lines[:3]) + "\n",
        "sealed-fate": changed(lines, choice, "P1 face: drop:2d").replace("seed: 7\n", ""),
        "real": "\n".join(x for x in lines if not x.startswith(("sealed: ", "seed: "))),
    }
    for name, content in files.items():
        (home / f"{name}.journal").write_text(content)
    (home / "binary.journal").write_bytes(os.urandom(100) + b"\xff")
    (home / "variant.toml").write_text('game = "tomb"\n[rows.ks]\nworth = 1000\n')
    (home / "no.toml").write_text("game = [")
    (home / "keys.toml").write_text("a." * 60_000 + "b = 1")
    (home / "parts.toml").write_text("a." * 3_000 + "b = 1")
    (home / "brackets.toml").write_text("a = " + "[" * 5_000)
    (home / "braces.toml").write_text("a = " + "{b=" * 2_000)
    (home / "digits.toml").write_text("a = " + "9" * 5_000)
    (home / "digits.journal").write_text(
        text.replace("option mode: solo", f"option mode: {'9' * 5_000}")
    )
    (home / "numbers.txt").write_text(f"{fate + 1} {choice + 1}")
    return home


def changed(lines: list[str], at: int, line: str) -> str:
    return "\n".join([*lines[:at], line, *lines[at + 1 :]])


BAD = {
    "nonsense": "unknown command 'nonsense'; use one of: play, learn, join",
    "pley": "unknown command 'pley'; did you mean play?",
    "play": "name a game, or use --resume. Games: ",
    "play tome": "unknown game 'tome'; use one of: ",
    "play tomb --nonsense": "unknown option --nonsense: undercroft play --help lists them",
    "play tomb --seed": "--seed needs a value after it",
    "play tomb --plain=3": "--plain takes no value: write it alone",
    "serve --port 70000": "--port: expected a whole number from 0 to 65535",
    "admin delete nonsense x": "KIND: expected one of: guest, account, table",
    "play tomb --seats 3": "1 to 2 seats, not 3",
    "play tomb --seats x": "--seats: expected a whole number",
    "play tomb --preset easy": "unknown preset 'easy'; use one of: standard",
    "play tomb --option hp=3": "unknown option 'hp'; use one of: mode",
    "play tomb --option start-hp=3": "option start-hp: expected one of",
    "play tomb --option start-hp": "has no value: write NAME=VALUE",
    "play tomb --option mode=duel": "mode duel has 2 seats",
    "play tomb --bot clever": "unknown bot 'clever'",
    "play tomb --bot random --bot random": "no free seat is left; the game has 1 seat",
    "play tomb --bot 5=random": "bot '5=random': no such free seat. Free: 1",
    "play tomb --seed a\tb": "seed 'a\\tb': expected",
    "play tomb --seed 1 --real-cards": "--real-cards and --seed exclude each other",
    "play tomb --variant nothing.toml": "cannot read nothing.toml: no such file",
    "play tomb --variant no.toml": "no.toml: not TOML",
    "play tomb --variant variant.toml": "rows.ks.worth: expected a whole number",
    "play tomb --variant keys.toml": "keys.toml: a variant has at most 12,000 bytes",
    "play tomb --variant parts.toml": "parts.toml: a key has at most 4 parts",
    "play tomb --variant brackets.toml": "brackets.toml: brackets are at most 4 deep",
    "study tomb --variant braces.toml": "braces.toml: brackets are at most 4 deep",
    "study tomb --variant digits.toml": "digits.toml: a number has at most 20 digits",
    "replay digits.journal": "line 5: expected `option <name>: <value>",
    "replay good.journal --variant braces.toml": "brackets are at most 4 deep",
    f"play tomb --option stake={'9' * 5_000}": "option stake: expected a whole number from 0",
    "play tin --option turn-cap=1001": "option turn-cap: expected a whole number from 1 to 1000",
    "play --resume --seed 1": "--resume continues with the options the game began with",
    "play nothing.journal --resume": "cannot continue nothing.journal: no such file",
    "play fate.journal.d --resume": "no unfinished game",
    "play empty.journal --resume": "empty.journal: line 1: expected",
    "play sealed.journal --resume": "the seed is sealed",
    "play option.journal --resume": "option.journal: line 5: option mode",
    "study": "GAME is missing: undercroft study --help shows how",
    "study tome": "unknown game",
    "study tomb --plays 0": "--plays: expected a whole number of games from 1 to 1e15",
    "study tomb --plays 1.5": "such as 20000 or 1e9, got '1.5'",
    "study tomb --workers 0": "--workers: expected a whole number from 1 to 1024",
    "study tomb --bot clever": "unknown bot 'clever'",
    "study tomb --bot random --bot random": "or one for each seat (1), not 2",
    "study tomb --variant variant.toml": "expected a whole number",
    "study tomb --from good.journal@999": "good.journal: no answer 999; choose one from 1 to",
    "study tomb --from good.journal": "the game is over at that moment",
    "study tin --from good.journal@5": "is a game of tomb, not of tin",
    "study tomb --from good.journal@5 --seats 2": "leave out --option, --preset, --seats",
    "study tomb --from decision.journal@40": "does not fit the rules",
    "position nothing.journal@3": "cannot read nothing.journal: no such file",
    "position good.journal@0": "good.journal: no answer 0; choose one from 1 to",
    "position good.journal@9 --set 2": "--set '2': write NUMBER=ANSWER, such as 12=9d",
    "position good.journal@9 --set 1=zz": "'zz' is not open to 'draw deck'",
    "position good.journal@9 --set 9=ks": "choose one from 1 to 8",
    "position good.journal@9 --out good.journal": "good.journal is there already",
    "games tome": "unknown game 'tome'; use one of",
    "rows": "GAME is missing",
    "rows tome": "unknown game",
    "rows tomb 11s": "unknown component '11s'; did you mean",
    "rows tomb nonsense": "unknown component 'nonsense': undercroft rows tomb lists them",
    "rows tomb --variant no.toml": "no.toml: not TOML",
    "compare": "GAME is missing: undercroft compare --help shows how",
    "compare tome": "unknown game",
    "compare tomb": "both sides are the same game: change one with --variant FILE",
    "compare tomb --option start-hp=10": "both sides are the same game",
    "compare tomb --option start-hp=3": "option start-hp: expected one of",
    "compare tomb --against clever": "unknown bot 'clever'",
    "compare tomb --option start-hp=8 --until half": "--until 'half': expected a share in percent",
    "compare tomb --option start-hp=8 --until 0%": "expected a share in percent, such as 0.5%",
    "compare tomb --variant nothing.toml": "cannot read nothing.toml: no such file",
    "compare tomb --variant a --variant b --variant c": "at most two variants, before and after",
    "study tomb --where outcome": "--where: it ends too soon; write comparisons such as",
    "study tomb --where lives<3": "--where: unknown name 'lives'; use one of: outcome, turn",
    "study tomb --keep -1": "--keep: expected a whole number from 0 to 10000",
    "study tomb --keep 1 --into good.journal/x": "cannot write good.journal/x: not a directory",
    "sweep tomb": "--over is missing: undercroft sweep --help shows how",
    "sweep tome --over start-hp=6..10": "unknown game",
    "sweep tomb --over ks.worth=0..99 --over kh.worth=0..9999999": "a sweep of 1,000,000,000 cells",
    "sweep tomb --over start-hp=6..10 --csv no/x.csv": "cannot write no/x.csv: no such file or dir",
    "study tomb --html no/x.html": "cannot write no/x.html: no such file or directory",
    "replay": "FILE is missing",
    "replay nothing.journal": "cannot read nothing.journal: no such file or directory",
    "replay .": "cannot read .: is a directory",
    "replay binary.journal": "binary.journal: it is not a text file",
    "replay empty.journal": "empty.journal: line 1: expected",
    "replay torn.journal": "the last line is not complete",
    "replay game.journal": "game.journal: unknown game 'tome'",
    "replay version.journal": "line 3: written under rules version 99",
    "review": "FILE is missing",
    "review nearly.journal": "nearly.journal: the game is not over: finish it first",
    "review version.journal": "line 3: written under rules version 99",
    "review good.journal --seat 2": "seat 2 is not at this table: expected 1",
    "review good.journal --by luck": "--by: expected win or score, not 'luck'",
    "review good.journal --bot clever": "unknown bot 'clever'",
    "review good.journal --seconds 0": "--seconds: expected 1 to 3600, not 0",
    "review good.journal --playouts 9": "--playouts: expected 100 to 10000000, not 9",
    "mine tome": "unknown game",
    "learn talisman dragons": "unknown lesson 'dragons'. Choose: lesson-land",
    "puzzle tome": "unknown game",
    "puzzle tomb --id nothing": "there is no puzzle 'nothing' of Tomb of Four Kings",
    "mine tomb --puzzles 0": "--puzzles: expected a whole number from 1 to 100000",
    "mine tomb --out no/x.jsonl": "cannot write no/x.jsonl: no such file or directory",
    "mine tomb nothing.journal": "cannot read nothing.journal: no such file",
    "mine tomb --again good.journal": "good.journal: it is not a file of puzzles",
    "mine tin good.journal": "good.journal: expected a game of tin",
    "percentiles tomb --games 1": "--games: expected a whole number from 10 to 100000",
    "verify nothing.journal": "cannot read nothing.journal: no such file",
    "verify binary.journal": "it is not a text file",
    "verify empty.journal": "line 1: expected",
    "verify game.journal": "unknown game 'tome'",
    "verify version.journal": "written under rules version 99",
    "verify real.journal": "real.journal: played with real cards; there is no seed",
    "verify good.journal --variant braces.toml": "brackets are at most 4 deep",
    "verify /dev/zero": "cannot read /dev/zero",
    "rules": "GAME is missing",
    "rules tome": "unknown game",
    "rules tomb X-1": "unknown clause 'X-1'; tomb has: U-1 to U-3",
}


@pytest.fixture(scope="module")
def refusals(home: Path) -> dict[str, Done]:
    return in_one_go(home, [*BAD])


@pytest.mark.parametrize("command", BAD, ids=lambda command: command[:50])
def test_bad_input_gives_one_clear_line(
    home: Path, refusals: dict[str, Done], command: str
) -> None:
    fate, decision = (home / "numbers.txt").read_text().split()
    done = refusals[command]
    assert BAD[command].format(fate=fate, decision=decision) in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("undercroft: ")
    assert len(done.stderr) < 500
    assert (done.returncode, done.stdout) == (2, "")
    assert journals(home, "plays") == []


def test_every_command_has_help_with_an_example(home: Path) -> None:
    commands = ["play", "join", "serve", "study", "replay", "verify", "games", "rules"]
    commands += ["compare", "rows", "sweep"]
    for asked, done in in_one_go(home, [f"{command} --help" for command in commands]).items():
        assert done.returncode == 0
        assert f"  undercroft {asked.split()[0]}" in done.stdout
    bare = undercroft(home).stdout
    assert all(f"\n  {command} " in bare for command in commands)


def test_each_command_is_in_the_module_that_is_read_for_it() -> None:
    bring()
    joined = [(one.callback, one.name) for one in app.registered_commands]
    joined += [(admin, group.name) for group in app.registered_groups]
    found: dict[str, list[str]] = {}
    for callback, name in joined:
        assert callback is not None
        assert name is not None
        module = callback.__module__.removeprefix("undercroft.cli.")
        found[module] = sorted([*found.get(module, []), name])
    assert found == MODULES


def test_a_home_that_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = undercroft(tmp_path / "file", *SEEDED)
    assert done.returncode == 2
    assert "cannot save a game in" in done.stderr
    assert done.stderr.count("\n") == 1


UNVERIFIED = {
    "longer": (1, "the game is over, but then comes 'P1 next'"),
    "fate": (1, "line {fate}: fate gave"),
    "decision": (1, "line {decision}: 'drop:2d' is not open to"),
    "other": (1, "line {decision}: the rules ask"),
    "unreadable": (1, "line {decision}: expected `question: answer`"),
    "torn": (1, "the last line is not complete"),
    "half": (1, "the header has no end"),
    "seed": (1, "the seed is not the one that was sealed"),
    "sealed-fate": (1, "'drop:2d' is not open to"),
    "sealed": (3, "the game is not over, and its seed is still sealed"),
    "cut": (3, "the game is not over; legal decisions: 1;"),
    "nearly": (3, "the game is not over; legal decisions: "),
    "header": (3, "the game is not over; legal decisions: 0; cards and rolls of the sealed seed"),
}


@pytest.fixture(scope="module")
def verdicts(home: Path) -> dict[str, Done]:
    return in_one_go(home, [f"verify {name}.journal" for name in UNVERIFIED])


@pytest.mark.parametrize("name", UNVERIFIED)
def test_exit_codes_tell_what_does_not_verify_from_what_is_not_over(
    home: Path, verdicts: dict[str, Done], name: str
) -> None:
    fate, decision = (home / "numbers.txt").read_text().split()
    code, said = UNVERIFIED[name]
    done = verdicts[f"verify {name}.journal"]
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith(f"undercroft: {name}.journal: ")
    assert said.format(fate=fate, decision=decision) in done.stderr
    assert done.stderr.count("\n") == 1


def test_no_cut_of_a_journal_verifies(home: Path) -> None:
    """At whatever byte: what is no longer a journal cannot be checked, what still is one is cut."""
    whole = (home / "good.journal").read_bytes()
    at = [0, 5, 21, *range(22, len(whole), 37), len(whole) - 1]
    for size in at:
        (home / f"{size}.cut").write_bytes(whole[:size])
    done = in_one_go(home, [f"verify {size}.cut" for size in at])
    codes = [each.returncode for each in done.values()]
    assert codes[:2] == [2, 2]
    assert {*codes[3:]} == {1, 3}
    assert all(each.stderr.count("\n") == 1 for each in done.values())


def test_verify_says_its_exit_codes(home: Path) -> None:
    told = undercroft(home, "verify", "--help").stdout
    assert all(f"\n    {code}  " in told for code in range(4))


def test_verify_accepts_a_finished_journal(home: Path) -> None:
    done = undercroft(home, "verify", home / "good.journal")
    assert (done.returncode, done.stderr) == (0, "")
    assert "sealed seed 7" in done.stdout


def test_replay_tells_the_story(home: Path) -> None:
    done = undercroft(home, "replay", home / "good.journal")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Outcome: " in done.stdout


def test_replay_step_by_step(home: Path) -> None:
    done = undercroft(home, "replay", home / "good.journal", "--step")
    entries = [x for x in (home / "good.journal").read_text().split("\n\n")[1].split("\n") if x]
    at = 0
    for number, entry in enumerate(entries, 1):
        at = done.stdout.index(f"\n{number}. {entry}\n", at)
    assert done.returncode == 0


def test_review_tells_errors_and_luck_of_a_game_with_real_cards_too(home: Path) -> None:
    done = undercroft(home, "review", home / "real.journal", "--playouts", "400", "--json")
    found = json.loads(done.stdout)
    assert (found["game"], found["playouts"] >= 400, done.stderr) == ("tomb", True, "")
    assert found["start"]["value"] + found["luck"]["value"] + found["skill"][
        "value"
    ] == pytest.approx(found["outcome"])
    told = undercroft(home, "review", home / "good.journal", "--playouts", "400", "--all").stdout
    assert "Chance to win at the start" in told or "Expected at the start" in told
    assert "All decisions" in told


def test_games_as_json(tmp_path: Path) -> None:
    (tomb,) = (
        g for g in json.loads(undercroft(tmp_path, "games", "--json").stdout) if g["id"] == "tomb"
    )
    assert tomb["title"] == "Tomb of Four Kings"
    assert tomb["seats"] == {"least": 1, "most": 2}
    options = {option["name"]: option for option in tomb["options"]}
    assert options["start-hp"]["choices"][-1] == "6"
    assert options["stake"]["most"] == 100
    assert options["chronicle"]["default"] == "on"
    assert "ordeal" in [preset["name"] for preset in tomb["presets"]]
    assert "random" in [bot["name"] for bot in tomb["bots"]]


def test_games_for_people(tmp_path: Path) -> None:
    every, one = in_one_go(tmp_path, ["games", "games tin"]).values()
    assert "tomb: Tomb of Four Kings" in every.stdout
    assert one.stdout.startswith("tin: Dungeon in a Tin")
    assert "tomb: " not in one.stdout


def test_rows_with_what_a_variant_may_change(tmp_path: Path) -> None:
    commands = ["rows tomb", "rows tomb 9s", "rows tin --json", "rows tin yellow:plain"]
    every, one, data, quoted = in_one_go(tmp_path, commands).values()
    assert "worth: a whole number from 0 to 99" in every.stdout
    assert "  kc     king of clubs                        worth 10, copies 1\n" in every.stdout
    assert re.search(r"number +9  a whole number from 0 to 99", one.stdout)
    vault = next(row for row in json.loads(data.stdout) if row["id"] == "b-vault")
    chests = next(field for field in vault["fields"] if field["name"] == "chests")
    assert (chests["least"], chests["most"]) == (0, 9)
    for shown in (one, quoted):
        assert shown.returncode == 0
        variant = shown.stdout.split("In a variant:\n")[1]
        with_variant(variant.replace("  ", ""), "shown.toml", find_game)  # it can be used as it is


def test_rows_of_a_variant(tmp_path: Path) -> None:
    (tmp_path / "nine.toml").write_text('game = "tomb"\n[rows.9s]\nnumber = 10\n')
    (done,) = in_one_go(tmp_path, ["rows tomb 9s --variant nine.toml --json"]).values()
    (row,) = json.loads(done.stdout)
    assert row["fields"][0] == {
        "name": "number",
        "value": "10",
        "allowed": "a whole number from 0 to 99",
        "choices": None,
        "least": 0,
        "most": 99,
    }


def test_rules_and_clauses(tmp_path: Path) -> None:
    whole, clause, ruling, long = in_one_go(
        tmp_path,
        ["rules tomb", "rules tomb T-31", "rules tomb r-12", "rules talisman E-10"],
    ).values()
    assert whole.stdout.startswith("# Tomb of Four Kings")
    assert clause.stdout.startswith("T-31 When you win, you collect every")
    assert "ruling: No. The turn fails" in ruling.stdout
    assert "If you are out you score 0" in long.stdout  # below the list, after an empty line


def test_a_pipe_that_closes_early_is_no_error_to_shout_about(tmp_path: Path) -> None:
    process = start(tmp_path, "rules", "tomb")
    assert process.stdout
    process.stdout.close()  # before it can have written anything
    _, complaint = process.communicate()
    assert complaint == b""
    assert process.returncode == 1


def test_the_version(tmp_path: Path) -> None:
    said = undercroft(tmp_path, "--version").stdout
    assert said.startswith("undercroft 0")
    assert re.search(r"^(compiled|interpreted) rules: .*tomb", said, re.MULTILINE)


@pytest.mark.needs("g++")
def test_solve_says_what_a_deal_could_give_and_writes_it_down(home: Path) -> None:
    best = home / "best.journal"
    done = undercroft(home, "solve", str(home / "good.journal"), "--out", str(best))
    assert done.stdout.startswith("This deal can")
    assert undercroft(home, "solve", "--seed", "7").stdout == done.stdout
    data = json.loads(undercroft(home, "solve", "--seed", "7", "--json").stdout)
    assert data["winnable"] == done.stdout.startswith("This deal can be won")
    assert undercroft(home, "verify", str(best)).returncode == 0
    for arguments in ((), ("good.journal", "--seed", "7"), ("real.journal",), ("sealed.journal",)):
        files = [str(home / it) if it.endswith("l") else it for it in arguments]
        refused = undercroft(home, "solve", *files)
        assert (refused.returncode, refused.stdout) == (2, ""), refused
        assert len(refused.stderr.splitlines()) == 1


@pytest.mark.needs("g++")
@pytest.mark.parametrize("changed", [{"XDG_CACHE_HOME": __file__}, {"HOME": "~"}])
def test_where_no_solver_can_be_kept_one_line_says_so_and_a_lost_game_ends_well(
    changed: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for name, value in changed.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "cache").touch()
    refused = undercroft(tmp_path, "solve", "--seed", "7")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("undercroft: native code cannot be kept in ")
    assert len(refused.stderr.splitlines()) == 1
    played = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed="turn-back\n1\n" * 40)
    assert (played.returncode, played.stderr) == (0, "")
    assert journals(tmp_path, "finished")


def test_puzzles_of_older_rules_are_looked_at_again_and_their_file_is_written_anew(
    tmp_path: Path,
) -> None:
    tomb, file = find_game("tomb"), tmp_path / "puzzles.jsonl"
    older = [replace(one, rules=0, rating=1) for one in shipped(tomb)[:2]]
    astray = replace(older[0], id="astray", moves="99")
    file.write_text(write_puzzles([*older, astray]), "utf-8")
    done = undercroft(tmp_path, "mine", "tomb", "--again", file, "--out", file)
    assert (done.returncode, done.stdout) == (0, "")
    assert "2 puzzles of 3 kept." in done.stderr
    kept = read_puzzles(file.read_text("utf-8"))
    assert [(one.id, one.rules) for one in kept] == [(one.id, tomb.rules_version) for one in older]
    assert all(one.rating > 1 for one in kept)


def test_a_position_is_changed_written_played_on_and_studied(home: Path) -> None:
    out = home / "position.journal"
    shown = undercroft(home, "position", f"{home / 'good.journal'}@6")
    first = re.search(r"^  1\. draw deck: (\w+)$", shown.stdout, re.MULTILINE)
    assert first
    wanted = next(card for card in ("2s", "3s") if card != first[1])
    changed = ("position", f"{home / 'good.journal'}@6", "--set", f"1={wanted}")
    done = undercroft(home, *changed, "--out", str(out))
    assert f"1. draw deck: {wanted} (was {first[1]})" in done.stdout
    assert "undercroft play --resume" in done.stdout
    data = json.loads(undercroft(home, *changed, "--json").stdout)
    assert data["changes"] == {"1": wanted}
    assert f"draw deck: {wanted}" in out.read_text()
    told = ("study", "tomb", "--from", str(out), "--plays", "20", "--workers", "1", "--json")
    data = json.loads(undercroft(home, *told).stdout)
    assert sum(data["outcomes"].values()) == data["plays"] == 20
    assert undercroft(home, "play", str(out), "--resume", "--plain").returncode == 0


@pytest.mark.needs("g++")
def test_a_study_in_native_code_is_a_study(tmp_path: Path) -> None:
    told = undercroft(tmp_path, "study", "tomb", "--device", "native", "--plays", "2e3", "--json")
    data = json.loads(told.stdout)
    assert (data["plays"], data["text"]) == (2000, "native")
    for arguments in (
        ("tin", "--device", "native"),
        ("tomb", "--device", "native", "--keep", "2"),
        ("tomb", "--plays", "1.5"),
        ("tomb", "--plays", "inf"),
        ("tomb", "--device", "abacus"),
    ):
        refused = undercroft(tmp_path, "study", *arguments)
        assert (refused.returncode, refused.stdout) == (2, ""), arguments
        assert len(refused.stderr.splitlines()) == 1


def test_a_tournament_rates_bots(tmp_path: Path) -> None:
    bots = ("--bot", "bold", "--bot", "random", "--deals", "6", "--seed", "7")
    page = tmp_path / "table.html"
    told = undercroft(tmp_path, "tournament", "tomb", *bots, "--html", page, "--json")
    assert {row["bot"] for row in json.loads(told.stdout)["bots"]} == {"bold", "random"}
    assert "<table" in page.read_text()
    alone = undercroft(tmp_path, "tournament", "tomb", "--bot", "bold")
    assert (alone.returncode, len(alone.stderr.splitlines())) == (2, 1)


# -- for programs, and for shells -----------------------------------------------------------------


def test_replay_verify_and_rules_as_json(home: Path) -> None:
    (journal,) = journals(home, "finished")
    commands = {
        "replay": f"replay {journal} --json",
        "verify": f"verify {journal} --json",
        "altered": f"verify {home / 'fate.journal'} --json",
        "rules": "rules tomb --json",
        "clause": "rules tomb t-31 --json",
    }
    done = in_one_go(home, [*commands.values()])
    found = {name: json.loads(done[command].stdout) for name, command in commands.items()}
    assert found["replay"]["game"] == "tomb"
    assert found["replay"]["outcome"]["name"] == found["verify"]["outcome"]["name"]
    assert (
        len(found["replay"]["answers"]) == found["verify"]["decisions"] + found["verify"]["fates"]
    )
    assert all(line["clause"] for line in found["replay"]["log"])
    assert found["replay"]["story"]
    assert found["verify"]["verified"] is True
    assert (found["altered"]["verified"], done[commands["altered"]].returncode) == (False, 1)
    assert "fate gave" in found["altered"]["why"]
    assert len(found["rules"]["clauses"]) > 30
    assert [*found["clause"]["clauses"]] == ["T-31"]


COMPLETED = """
eval "$({program} completion bash)"
undercroft() {{ {program} "$@"; }}
complete_line() {{
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _undercroft_completion "{runs}"
    echo "${{COMPREPLY[*]}}"
}}
complete_line undercroft stu
complete_line undercroft play t
complete_line undercroft play tomb --bot c
complete_line undercroft play tomb --option mode=
complete_line undercroft verify --js
"""


def test_a_shell_completes_commands_games_bots_and_options(tmp_path: Path) -> None:
    runs = tmp_path / "undercroft"
    runs.write_text(f'#!/bin/sh\nexec {" ".join(map(str, PROGRAM))} "$@"\n')
    runs.chmod(0o755)
    script = COMPLETED.format(program=runs, runs=runs)
    done = undercroft(tmp_path, "-c", script, program=["bash", "--norc"])
    assert done.stdout.split("\n")[:-1] == [
        "study",
        "tomb tin talisman",
        "cautious collector",
        "mode=solo mode=series mode=duel",
        "--json",
    ]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_zsh_and_fish_ask_as_bash_does(tmp_path: Path, shell: str) -> None:
    script = undercroft(tmp_path, "completion", shell).stdout
    assert f"_UNDERCROFT_COMPLETE=complete_{shell}" in script
    asked = {"_UNDERCROFT_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": "undercroft rep"}
    asks = ["env", *(f"{name}={value}" for name, value in asked.items())]
    done = undercroft(tmp_path, program=[*asks, "_TYPER_COMPLETE_FISH_ACTION=get-args", *PROGRAM])
    assert "replay" in done.stdout
    assert "verify" not in done.stdout


def test_a_bot_of_ones_own_plays_and_a_wrong_one_is_refused_in_a_line(tmp_path: Path) -> None:
    bot = "examples.my_bot:HomeByFour"
    duel = ("play", "tomb", "--seats", "2", "--seed", "7")
    done = undercroft(tmp_path, *duel, "--bot", f"2={bot}", typed="s\n")
    assert f"is a bot ({bot})." in done.stdout
    refused = undercroft(tmp_path, "play", "--resume", typed="s\n")
    assert refused.returncode == 2
    assert f"name it once more: undercroft play --resume --bot {bot}" in refused.stderr
    again = undercroft(tmp_path, "play", "--resume", "--bot", bot, typed="s\n")
    assert again.returncode == 0
    wrong = {
        "my_bots:Nobody": "my_bots has no Nobody",
        "nowhere:Bot": "cannot import nowhere",
        "my_bots:main": "it cannot be made from a game's rows and a random source",
        "json:JSONDecoder": "it cannot be made from a game's rows and a random source",
    }
    shutil.copy("examples/my_bot.py", tmp_path / "my_bots.py")
    said = in_one_go(tmp_path, [" ".join([*duel, "--bot", bot]) for bot in wrong])
    for (name, why), done in zip(wrong.items(), said.values(), strict=True):
        assert done.returncode == 2, name
        assert why in done.stderr
        assert len(done.stderr.strip().split("\n")) == 1
