"""Rules of card games that can be played, read aloud and tested.

>>> from cardlib import kit
>>> from cardlib.games import load
>>> game = load("crazy-eights")
>>> s = kit.start(game, players=2, seed=1)
>>> kit.view(game, s, seat=0).turn
0
"""
