"""What a run of a town comes to: the evaluations of the papers, and some of our own.

It reads recorded runs (`npctown.run_files`), and asks the server of a run by its wire.
"""
