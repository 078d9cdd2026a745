"""Drawing that every game shares: a canvas of cells, frames of cards, plates, maps, names."""
