"""Pixels in, readings and moments out. Nothing in here knows the game, the pins or the page."""
