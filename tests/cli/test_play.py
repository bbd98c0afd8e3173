"""`undercroft play`, piped."""

import os
import resource
import shutil
import signal
import sys
from pathlib import Path

import pytest

from tests.cli.driving import Sitting, answers, decisions, journals, typed, undercroft
from undercroft.core.extras import to_install
from undercroft.core.play import Play
from undercroft.core.questions import Fate
from undercroft.core.records.journal import read_journal
from undercroft.core.variants import digest_of, read_variant
from undercroft.games import find_game

ALWAYS_FIRST = typed(["1"] * 200)

NO_CACHE = (sys.executable, "-B", "-m", "undercroft")  # whose files the limit would cut short

W1_DECK = """5d 3s qc js 9c ad 3c 2d 4d 8d 10s 9s ks ah 5s jh 3d kd 4s joker 6d 5c kc qs 7s 2s 8s
jd ac as 8c qd 6s 10d kh 6c 9d 2c 7c"""
W1_ANSWERS = """deeper deeper deeper deeper berserk deeper draw draw take draw draw take draw draw
deeper turn-back draw dodge drop:8d draw draw draw read-scroll draw disarm"""


def test_a_whole_play_is_piped_to_its_end(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed=ALWAYS_FIRST)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Sealed fate: 8b2e673eea96" in done.stdout
    assert done.stdout.index("Sealed fate") < done.stdout.index("> ")
    assert "Seed: 7" in done.stdout
    assert "Outcome: " in done.stdout
    assert journals(tmp_path, "plays") == []
    (journal,) = journals(tmp_path, "finished")
    assert f"Journal: {journal}" in done.stdout
    assert undercroft(tmp_path, "verify", journal).returncode == 0


def test_the_installed_command_does_the_same(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("undercroft")
    done = undercroft(
        tmp_path, "play", "tomb", "--seed", "7", typed=ALWAYS_FIRST, program=[program]
    )
    assert "Seed: 7" in done.stdout


def test_same_seed_and_answers_same_output(tmp_path: Path) -> None:
    outputs = []
    for name in ("first", "second"):
        home = tmp_path / name
        given = typed(["1", "u", "h", "o", "r", "?", "t", "nonsense", *["2", "1"] * 60])
        done = undercroft(home, "play", "tomb", "--seed", "tin", "--seats", 2, typed=given)
        (path,) = journals(home, "finished") + journals(home, "plays")
        outputs.append(done.stdout.replace(str(path), "FILE"))
    assert outputs[0] == outputs[1]


def test_the_seed_is_not_told_before_the_end(tmp_path: Path) -> None:
    with Sitting(tmp_path, "tomb") as sitting:
        sitting.until_asked()
        (path,) = journals(tmp_path, "plays")
        seed = read_journal(path.read_text()).seed
        assert seed is not None
        assert seed not in sitting.seen


def test_digits_words_and_beginnings_answer(tmp_path: Path) -> None:
    given = typed(["2", "Turn Back"])  # go berserk, then out
    done = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed=given)
    (journal,) = journals(tmp_path, "finished")
    assert decisions(journal) == ["P1 face: berserk", "P1 next: turn-back"]
    assert "Escaped" in done.stdout


def test_undo_and_redo_are_entries_and_the_file_only_grows(tmp_path: Path) -> None:
    with Sitting(tmp_path, "tomb", "--seed", "7") as sitting:
        sitting.until_asked()
        (path,) = journals(tmp_path, "plays")
        before = path.read_text()
        sitting.type("u")
        assert "Nothing to undo" in sitting.until_asked()
        assert path.read_text() == before
        sitting.type("1")
        sitting.until_asked()
        after = path.read_text()
        assert after.startswith(before)
        assert decisions(path) == ["P1 face: draw"]
        sitting.type("u")
        assert "Undone: P1 face: draw" in sitting.until_asked()
        assert path.read_text() == after + "undo\n"
        assert decisions(path) == []
        sitting.type("r")
        sitting.until_asked()
        assert path.read_text() == after + "undo\nredo\n"
        assert decisions(path) == ["P1 face: draw"]
        sitting.type("r")
        assert "Nothing to redo" in sitting.until_asked()
        assert list(path.parent.iterdir()) == [path]


def test_the_last_answer_can_be_taken_back_at_the_end(tmp_path: Path) -> None:
    given = typed(["berserk", "turn-back", "u", "deeper", "s"])
    done = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed=given)
    assert "Seed: 7" not in done.stdout
    (journal,) = journals(tmp_path, "plays")
    assert "undo-end" in journal.read_text().split("\n")  # its seed had been revealed
    assert decisions(journal) == ["P1 face: berserk", "P1 next: deeper"]


def test_hint_odds_and_rule(tmp_path: Path) -> None:
    given = typed(
        ["h", "h expert", "h strong", "h now", "o", "?", "? P-2", "? X-9", "help", "t", "s"]
    )
    done = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed=given)
    assert "would take 2, berserk" in done.stdout or "would take 1, draw" in done.stdout
    assert "unseen cards would win it." in done.stdout
    assert "The bot 'expert' would take" in done.stdout
    assert "The bot 'collector' would take" in done.stdout
    assert "unknown level 'now'; type hint alone, or with one of easy, fair, strong, expert" in (
        done.stdout
    )
    assert "After draw, of 42 equally likely cases: wins the encounter" in done.stdout
    assert "T-19 While you face an encounter" in done.stdout
    assert "P-2 If you get out alive with all four kings" in done.stdout
    assert "unknown clause 'X-9'" in done.stdout
    assert done.returncode == 0


def test_an_answer_that_does_not_fit_is_refused_and_asked_again(tmp_path: Path) -> None:
    given = typed(["7", "0", "berserkk", "\x00\x07", "x" * 5000, "", "berserk", "s"])
    done = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed=given)
    assert "there is no option 7: type 1 to 2" in done.stdout
    assert "'berserkk' is not open to" in done.stdout
    (journal,) = journals(tmp_path, "plays")
    assert decisions(journal) == ["P1 face: berserk"]


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed=b"\xff\xfe\n1\n")
    assert (done.returncode, done.stderr) == (0, "")
    (journal,) = journals(tmp_path, "plays")
    assert decisions(journal) == ["P1 face: draw"]


def test_save_quit_and_resume(tmp_path: Path) -> None:
    first = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed=typed(["1", "s"]))
    assert first.returncode == 0
    (path,) = journals(tmp_path, "plays")
    assert f"Saved: {path}" in first.stdout
    second = undercroft(tmp_path, "play", "--resume", typed=ALWAYS_FIRST)
    assert "Seed: 7" in second.stdout
    assert path.name == journals(tmp_path, "finished")[0].name
    none_left = undercroft(tmp_path, "play", "--resume")
    assert none_left.returncode == 2
    assert "there is no unfinished game" in none_left.stderr


def test_a_game_saved_by_an_editor_on_windows_goes_on_and_verifies(tmp_path: Path) -> None:
    undercroft(tmp_path, "play", "tomb", "--seed", "7", typed=typed(["1", "s"]))
    (path,) = journals(tmp_path, "plays")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    done = undercroft(tmp_path, "play", "--resume", typed=ALWAYS_FIRST)
    assert (done.returncode, done.stderr) == (0, "")
    (path,) = journals(tmp_path, "finished")
    assert undercroft(tmp_path, "verify", path).returncode == 0


def test_a_game_goes_on_with_the_variant_it_was_begun_with(tmp_path: Path) -> None:
    """Goods for nothing were once a variant; no new game takes it."""
    priced, free = (f'game = "tin"\n[rows.potion]\nprice = {price}\n' for price in (9, 0))
    file = tmp_path / "potions.toml"
    file.write_text(priced)
    undercroft(tmp_path, "play", "tin", "--variant", file, typed=typed(["1", "s"]))
    (path,) = journals(tmp_path, "plays")
    text = path.read_text().replace("| price = 9\n", "| price = 0\n")
    then, now = (digest_of(read_variant(it, "potions.toml")) for it in (priced, free))
    path.write_text(text.replace(f"variant: {then}\n", f"variant: {now}\n"))
    done = undercroft(tmp_path, "play", "--resume", typed=typed(["1", "s"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert undercroft(tmp_path, "replay", path).returncode == 0
    file.write_text(free)
    refused = undercroft(tmp_path, "play", "tin", "--variant", file)
    assert refused.returncode == 2
    assert "rows.potion.price: expected a whole number from 1 to 99, got '0'" in refused.stderr


def test_a_play_is_open_in_one_window_only(tmp_path: Path) -> None:
    with Sitting(tmp_path, "tomb", "--seed", "7") as sitting:
        sitting.until_asked()
        for line in ("1", "u"):  # also after an undo
            other = undercroft(tmp_path, "play", "--resume")
            assert other.returncode == 2
            assert "is being played in another window" in other.stderr
            sitting.type(line)
            sitting.until_asked()


def test_closed_input_saves(tmp_path: Path) -> None:
    done = undercroft(
        tmp_path, "play", "tomb", "--seed", "7", preexec_fn=lambda: os.close(0)
    )  # input: not even open
    assert (done.returncode, done.stderr) == (0, "")
    assert "Saved: " in done.stdout


def test_ctrl_c_saves(tmp_path: Path) -> None:
    with Sitting(tmp_path, "tomb", "--seed", "7") as sitting:
        sitting.until_asked()
        sitting.type("1")
        sitting.until_asked()
        sitting.process.send_signal(signal.SIGINT)
        said = sitting.until_asked()
        assert sitting.process.wait() == 130
    assert "Saved: " in said
    assert "Traceback" not in said
    (path,) = journals(tmp_path, "plays")
    assert decisions(path) == ["P1 face: draw"]


def test_a_reader_that_goes_away_costs_nothing(tmp_path: Path) -> None:
    with Sitting(tmp_path, "tomb", "--seed", "7") as sitting:
        process = sitting.process
        assert process.stdout
        process.stdout.close()
        _, complaint = process.communicate(b"1\n" * 5)
        assert complaint == b""
        assert process.returncode == 1


def test_a_full_disk_refuses_the_answer_and_keeps_the_rest(tmp_path: Path) -> None:
    """The limit on a file's size stands for the disk's."""
    undercroft(tmp_path, "play", "tomb", "--seed", "7", typed="s\n")
    (path,) = journals(tmp_path, "plays")
    room = path.stat().st_size + 40
    done = undercroft(
        tmp_path,
        *("play", "--resume"),
        typed=typed(["1", "1", "1", "1", "u", "s"]),
        program=NO_CACHE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert done.returncode == 0, done.stderr
    assert "The answer is not taken" in done.stdout
    assert path.stat().st_size <= room
    Play.resume(find_game("tomb"), read_journal(path.read_text()))
    again = undercroft(tmp_path, "play", "--resume", typed=ALWAYS_FIRST)
    assert "Outcome: " in again.stdout
    assert undercroft(tmp_path, "verify", *journals(tmp_path, "finished")).returncode == 0


def test_redo_after_a_refused_answer_gives_what_was_undone_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # the limit would cut those files short
    with Sitting(tmp_path, "tomb", "--seed", "7") as sitting:
        for line in ("1", "1", "u", "1"):
            sitting.until_asked()
            sitting.type(line)
        sitting.until_asked()
        (path,) = journals(tmp_path, "plays")
        refused(sitting, "1")
        before = path.read_text()
        sitting.type("r")
        assert "Nothing to redo." in sitting.until_asked()
        assert path.read_text() == before
        sitting.type("u")
        sitting.until_asked()
        refused(sitting, "2")
        sitting.type("r")
        sitting.until_asked()
        assert path.read_text() == before + "undo\nredo\n"
        shown = redrawn(sitting)
    with Sitting(tmp_path, "--resume") as sitting:
        sitting.until_asked()
        assert redrawn(sitting) == shown


def refused(sitting: Sitting, line: str) -> None:
    """Type an answer while no file can grow."""
    pid = sitting.process.pid
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    sitting.type(line)
    assert "The answer is not taken" in sitting.until_asked()
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def redrawn(sitting: Sitting) -> str:
    """Have the table drawn as it stands."""
    sitting.type("t")
    return sitting.until_asked()


def test_real_cards_play_the_walkthrough_to_4_68(tmp_path: Path) -> None:
    """W-1, typed card by card as it lies on a real table."""
    play = Play(find_game("tomb"))
    deck, chosen = iter(W1_DECK.split()), iter(W1_ANSWERS.split())
    given = []
    while play.question is not None:
        given.append(next(deck) if isinstance(play.question, Fate) else next(chosen))
        play.answer(given[-1])
    given = [line.upper() if n % 2 else line for n, line in enumerate(given)]
    given.insert(1, "2h")  # not in the deck: refused
    given.insert(2, "u")  # takes the first card back ...
    given.insert(3, "king of hearts")  # ... for another one
    given[4:4] = ["u", given[0]]
    done = undercroft(tmp_path, "play", "tomb", "--real-cards", typed=typed(given))
    assert "4/68" in done.stdout
    assert "Outcome: won; score 68" in done.stdout
    assert "Sealed" not in done.stdout
    (journal,) = journals(tmp_path, "finished")
    assert answers(journal) == play.lines
    refused = undercroft(tmp_path, "verify", journal)
    assert refused.returncode == 2
    assert "real cards" in refused.stderr


def test_a_bot_plays_a_seat_and_undo_goes_back_to_the_person(tmp_path: Path) -> None:
    args = ("tomb", "--seed", "7", "--seats", "2", "--bot", "random")
    with Sitting(tmp_path, *args) as sitting:
        sitting.until_asked()
        (path,) = journals(tmp_path, "plays")
        seen = []
        for _ in range(30):
            seen.append(answers(path))
            sitting.type("1")
            if "closes the game" in sitting.until_asked():
                break
        for before in reversed(seen):
            sitting.type("u")
            sitting.until_asked()
            assert answers(path) == before
        assert "#: seat 2 is played by random" in path.read_text()
    resumed = undercroft(tmp_path, "play", "--resume", typed=ALWAYS_FIRST)
    assert "is a bot (random)." in resumed.stdout
    assert resumed.returncode == 0
    assert undercroft(tmp_path, "verify", *journals(tmp_path, "finished")).returncode == 0


def test_bots_among_themselves_need_nobody(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "play", "tomb", "--bot", "random", "--seed", "7")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Outcome: " in done.stdout


def test_secrets_of_a_shared_screen_wait_for_their_owner(tmp_path: Path) -> None:
    """D-7: on the same deal nobody may see the other's game."""
    args = ("tomb", "--seed", "7", "--seats", "2", "--option", "deal=same")
    with Sitting(tmp_path, *args) as sitting:
        covered = sitting.until_asked()
        assert "Player 1, press Enter" in covered
        assert "Turned over" not in covered
        sitting.type("")
        first = sitting.until_asked()
        assert "Player 1: Turned over" in first
        assert "Player 2: Turned over" not in first
        sitting.type("berserk")
        handed_over = sitting.until_asked()
        assert "Player 2, press Enter" in handed_over
        assert "Player 2: Turned over" not in handed_over
        sitting.type("")
        second = sitting.until_asked()
        assert "Player 2: Turned over" in second
        assert "Player 1: Turned over" not in second


def test_a_variant_travels_with_its_play(tmp_path: Path) -> None:
    variant = tmp_path / "rich.toml"
    variant.write_text('game = "tomb"\n[options]\nstart-hp = 8\n\n[rows.ks]\nworth = 15\n')
    args = ("play", "tomb", "--seed", "7", "--variant", variant)
    undercroft(tmp_path, *args, typed=typed(["1", "u", "1", "s"]))
    variant.unlink()
    done = undercroft(tmp_path, "play", "--resume", typed=ALWAYS_FIRST)
    assert "variant" in done.stdout
    (journal,) = journals(tmp_path, "finished")
    assert undercroft(tmp_path, "verify", journal).returncode == 0
    bare = tmp_path / "bare.journal"
    bare.write_text(
        "".join(f"{x}\n" for x in journal.read_text().split("\n") if x[:2] != "#:")[:-1]
    )
    refused = undercroft(tmp_path, "verify", bare)
    assert refused.returncode == 2
    assert "name its file with --variant" in refused.stderr


def test_a_journal_from_elsewhere_is_played_on_where_it_lies(tmp_path: Path) -> None:
    undercroft(tmp_path, "play", "tomb", "--seed", "7", typed="s\n")
    (path,) = journals(tmp_path, "plays")
    moved = tmp_path / "mine.journal"
    shutil.move(path, moved)
    done = undercroft(tmp_path, "play", moved, "--resume", typed=ALWAYS_FIRST)
    assert f"Journal: {moved}" in done.stdout


def test_a_pipe_is_told_of_the_full_table_in_one_line(tmp_path: Path) -> None:
    told = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed="s\n").stdout
    assert told.startswith(
        "(The plain table. In a terminal, `undercroft play` opens the full one.)"
    )
    plain = undercroft(tmp_path, "play", "tomb", "--seed", "7", "--plain", typed="s\n").stdout
    assert "(The plain table" not in plain


def test_without_textual_a_terminal_gets_the_plain_table_and_is_told_what_it_lacks(
    tmp_path: Path,
) -> None:
    """A terminal of our own, and a Python that finds no Textual."""
    code = """
import importlib.machinery, os, pty, sys
find = importlib.machinery.PathFinder.find_spec
importlib.machinery.PathFinder.find_spec = classmethod(
    lambda cls, name, path=None, target=None:
        None if name.split(".")[0] == "textual" else find(name, path, target)
)
os.environ["TERM"] = "xterm"
sys.argv = ["undercroft", "play", "tomb", "--seed", "7"]
from undercroft.cli import main
child, terminal = pty.fork()
if not child:
    main()
said = b""
os.write(terminal, b"s\\n")
try:
    while more := os.read(terminal, 65536):
        said += more
except OSError:
    pass
sys.stdout.write(said.decode())
"""
    done = undercroft(tmp_path, program=(sys.executable, "-c", code))
    assert to_install("terminal") in done.stdout
    assert "Saved: " in done.stdout


def test_without_httpx_a_game_is_played_and_join_says_what_to_install(tmp_path: Path) -> None:
    code = """
import importlib.machinery, sys
find = importlib.machinery.PathFinder.find_spec
importlib.machinery.PathFinder.find_spec = classmethod(
    lambda cls, name, path=None, target=None:
        None if name.split(".")[0] == "httpx2" else find(name, path, target)
)
from undercroft.cli import main
main()
"""
    program = (sys.executable, "-c", code)
    played = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed="s\n", program=program)
    assert "Saved: " in played.stdout
    joined = undercroft(tmp_path, "join", "http://127.0.0.1:9/join/KEY", program=program)
    assert joined.returncode == 2
    assert to_install("terminal") in joined.stderr


def test_a_bot_waits_while_its_answer_cannot_be_kept(tmp_path: Path) -> None:
    """There is room for what the person answers, and not for what the bot does."""
    args = ("play", "tomb", "--seed", "rose", "--seats", 2, "--bot", "random")
    undercroft(tmp_path / "roomy", *args, typed="1\ns\n")
    (roomy,) = journals(tmp_path / "roomy", "plays")
    room = roomy.read_bytes().index(b"\nP2 ") + 5
    done = undercroft(
        tmp_path,
        *args,
        typed=typed(["1", "", "s"]),
        program=NO_CACHE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Enter tries again, s leaves.") == 2
    assert "Saved: " in done.stdout
    (path,) = journals(tmp_path, "plays")
    assert decisions(path) == ["P1 next: deeper"]
    Play.resume(find_game("tomb"), read_journal(path.read_text()))


def test_a_duel_fits_forty_columns(tmp_path: Path) -> None:
    given = typed(["help", "h", "o", "1", "1", "1", "t", "s"])
    options = ["--seats", "2", "--bot", "cautious", "--seed", "7"]
    done = undercroft(tmp_path, "play", "tomb", *options, typed=given, columns=40)
    wide = [line for line in done.stdout.split("\n") if len(line) > 40]
    assert [line for line in wide if str(tmp_path) not in line] == []
    assert "  r  redo it" in done.stdout.split("\n")


def test_after_the_end_you_play_again_on_the_same_deal(tmp_path: Path) -> None:
    given = typed(["again", *["1"] * 200, "again same", "t", "s"])
    done = undercroft(tmp_path, "play", "tomb", "--seed", "7", typed=given)
    assert "the game is not over; s leaves it" in done.stdout
    assert len(journals(tmp_path, "finished")) == 1
    (path,) = journals(tmp_path, "plays")
    assert "seed: 7\n" in path.read_text()
