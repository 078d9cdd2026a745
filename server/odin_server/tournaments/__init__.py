"""Tournaments: pairing, facts and their fold, decisions, standings, and what drives a round."""
