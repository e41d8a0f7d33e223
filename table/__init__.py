"""The game and who owns it: rules as values, one loop, one journal. Nothing in here knows HTML or OpenCV."""
