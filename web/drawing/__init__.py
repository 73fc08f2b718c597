"""Drawings: boards, pieces, throws, paths, boards to print."""
