"""`games` and `term`: what there is to play, and what a word means."""

from argparse import Namespace
from difflib import get_close_matches

from cardlib import kit, say, terms
from cardlib.catalogue import catalogue, families
from cardlib.command import Trouble, columns, either, phrase, plain, trouble
from cardlib.games import load, names
from cardlib.lookup import known, look_up


def games(given: Namespace) -> int:
    """A table of the games that can be played."""
    lang = given.lang
    family = find_family(given.family, lang) if given.family else None
    rows = []
    for name in names():
        game, entry = load(name), catalogue().get(name)
        if given.players is not None and given.players not in game.PLAYERS:
            continue
        if family and (not entry or entry.family != family):
            continue
        packs = pack_sizes(game, given.players)
        if given.pack is not None and given.pack not in packs:
            continue
        called = [entry.title(lang), entry.title("en" if lang == "ru" else "ru")] if entry else [name, ""]
        kind = families()[entry.family][lang] if entry else ""
        rows.append([name, *called, spans(game.PLAYERS), ", ".join(map(str, packs)), kind])
    if not rows:
        raise Trouble(phrase(lang, "games", "nothing"), status=1)
    titles = ["ru", "en"] if lang == "ru" else ["en", "ru"]
    head = [phrase(lang, "games", column) for column in ("name", *titles, "players", "pack", "family")]
    print("\n".join(columns([head, *rows])))
    print(phrase(lang, "games", "count", n=len(rows)))
    return 0


def find_family(text: str, lang: str) -> str:
    """A family by its short name or its name in either language."""
    known = {plain(called): family for family, entry in families().items() for called in entry.values()}
    known |= {family: family for family in families()}
    if plain(text) in known:
        return known[plain(text)]
    near = get_close_matches(plain(text), known, n=3, cutoff=0.6)
    playable = {entry.family for name, entry in catalogue().items() if name in names()}
    there = list(dict.fromkeys(known[called] for called in near)) or [f for f in families() if f in playable]
    raise trouble(lang, "no-family", given=text, known=say.join(there, lang))


def pack_sizes(game: kit.Game, players: int | None = None) -> list[int]:
    """How many cards the game is played with, counted on the table; it may depend on the players."""
    sizes = set()
    for number in (players,) if players else game.PLAYERS:
        s = kit.start(game, number, seed=0)
        sizes.add(sum(c is not None for zone in game.table(s) for c in zone.cards))
    return sorted(sizes)


def spans(numbers: tuple[int, ...]) -> str:
    """Numbers with their neighbours drawn together.

    >>> spans((2, 3, 4, 6)), spans((1,)), spans((4, 5))
    ('2–4, 6', '1', '4, 5')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def term(given: Namespace) -> int:
    """What the glossary says of a word, or the words nearest to it."""
    lang, word = given.lang, " ".join(given.word)
    if known(word):
        print(look_up(word, lang))
        return 0
    near = terms.suggest(word)
    if near:
        raise Trouble(phrase(lang, "term", "near", word=word, near=either(near, lang)), status=1)
    raise Trouble(phrase(lang, "term", "nothing", word=word), status=1)
