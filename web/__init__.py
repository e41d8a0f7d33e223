"""What phones see: state shown in words, wishes taken in. No rules, no pins, no pictures are worked on in here."""
