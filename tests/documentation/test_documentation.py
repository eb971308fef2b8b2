from tests.documentation import PAGE, QUESTIONS, renewed, table
from tests.sitting import HOUSE_GAMES


def test_the_table_of_irregularities_is_as_the_rulebooks_have_it() -> None:
    assert PAGE.read_text(encoding="utf-8") == renewed()


def test_the_table_says_what_the_documents_say() -> None:
    """Read off the documents: who voids, who plays on, and under which paragraph."""
    rows = {line.split(" | ")[0].strip("| "): line.strip("| ").split(" | ")[1:] for line in table().splitlines()[2:]}
    assert len(rows) == len(QUESTIONS) + 1
    assert all(len(cells) == len(HOUSE_GAMES) for cells in rows.values())
    unseen, seen = (
        rows["two cards exposed, nobody has seen theirs"],
        rows["two cards exposed, somebody has seen theirs"],
    )
    assert unseen == ["void round (5.8.2)"] * 3 + ["void round (5.4)"]
    assert seen == ["continue (5.12)"] * 3 + ["void round (5.4)"]
    assert rows["absent before their decision"] == ["fold hand (5.5)"] * 3 + ["invalidate hand (5.11)"]
    assert rows["absent after the Flop wager"][2:] == ["fold hand (5.5, I16)", "check hand (5.11)"]
    assert rows["power failure, an outcome established"] == ["continue (5.7.1)"] * 3 + ["continue (5.16.2)"]
    assert rows["power failure, none established"] == ["void round (5.7.2)"] * 3 + ["players choose (5.16.1)"]
    assert rows["hand not shown, the Dealer does not"][:2] == [
        "rank below dealer (4.3, 3.13, I5)",
        "fold hand (4.3, 3.12.1, I5)",
    ]
    assert rows["a folded hand's jackpot wager can win"] == [
        "nothing (3.12.1)",
        "its own cards' awards (3.12.1)",
        "community prizes (3.11.2.a)",
        "community prizes (3.9.1)",
    ]
