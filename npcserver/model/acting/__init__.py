"""Inputs and answers of a group chat's members, and the moves that follow from them."""
