"""Two scene files: one that uses every key, and one that uses as few as it can."""

DUEL = """\
format: npcserver/scene/1
scene:
  id: the-weir
  title: The Weir
  language: en-GB
  premise: The old weir leaks, and the village has money for one repair.
  opening: The minutes of the last meeting are read out.
camps:
  - {id: stone, aim: Build it of stone}
  - {id: timber, aim: Build it of timber}
members:
  - id: ann
    name: Ann Weir
    rank: principal
    camp: stone
    scratch: dry, exact
    goal: Get it built of stone.
    public: The miller.
    private: You own the quarry.
    beliefs:
      - {topic: stone-lasts, text: Stone lasts, score: 60}
      - {text: Timber is cheap}
  - id: bob
    name: Bob Alder
    camp: timber
  - id: cid
    rank: supporting
    camp: timber
    camp_fixed: yes
    character: cid-holm
resources:
  - id: quarry
    name: The Quarry
    owner: ann
    impact: 30
    topics: [stone, cartage]
    description: Two miles off.
  - {id: floods, name: The floods, topics: [last winter]}
relations:
  - {from: ann, to: bob, score: 35}
  - {from: bob, to: {ann: 5, cid: 40}}
  - {from: cid, to: ann, score: 10}
  - {from: ann, to: bob, score: 10, inferred_by: cid}
course:
  rounds: 2
  stages: [group_chat, update]
  chat_rounds: {private_chat: 1, confidential_meeting: 2, group_chat: 4}
  most_calls: 90
  thinking: true
  memory: false
  summaries: no
ballot:
  question: What shall it be?
  candidates:
    - ann
    - {id: wait, name: Wait a year, camp: timber}
  rules: [own_not_self, all]
  win: decider_or_plurality
  decider: ann
"""

LEAST = """\
format: npcserver/scene/1
scene: {premise: One loaf is left.}
members:
  - {name: Ann}
  - {name: Bob}
"""
