"""The examples run, and print what they promise."""

from examples import equal_luck, my_bot


def test_my_bot_plays(capsys):
    my_bot.main(plays=200)
    assert "mean score" in capsys.readouterr().out


def test_equal_luck_shows_what_flipped(capsys):
    equal_luck.main(seeds=12)
    printed = capsys.readouterr().out
    assert "mean change of score over 12 seeds" in printed
    assert "plays ended otherwise" in printed
