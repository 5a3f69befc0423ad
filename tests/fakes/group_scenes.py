"""Little scene files, to be played by wire and on real stores."""

MILL = """
format: npcserver/scene/1
scene:
  id: mill
  title: The mill
  premise: Somebody must run the mill from now on.
members:
  - {id: ada, name: Ada, goal: Get the mill., character: ada}
  - {id: bea, name: Bea, goal: Get the mill.}
  - {id: cob, name: Cob, rank: supporting}
resources:
  - {name: The wheel, owner: cob, impact: 30, topics: [the wheel]}
course:
  rounds: 1
  chat_rounds: {private_chat: 1, confidential_meeting: 1, group_chat: 1}
ballot:
  question: Who is to run the mill?
"""
"""Two who want it and one who backs somebody; Ada is a character of the world."""
LONG_MILL = MILL.replace("rounds: 1\n", "rounds: 2\n").replace(
    "{private_chat: 1, confidential_meeting: 1, group_chat: 1}",
    "{private_chat: 2, confidential_meeting: 2, group_chat: 2}",
)
"""The same, and more of it."""
