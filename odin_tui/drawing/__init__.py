"""Drawing that is the same in every room: sheets of cells, frames of cards, plates, names."""
