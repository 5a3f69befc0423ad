"""Exact search in the database by pgvector, beside reading a mind and searching it in memory.

    python -m tests.benchmarks.pgvector --url postgresql+psycopg://... [--sizes 10000,100000]
        [--others 100000] [--rounds 5] [--json]

`url` is an empty database of a PostgreSQL that has the extension; that of the dev extra has not.
The package `pgserver` brings both, in a virtual environment of its own. One character has so many
memories as a size says, mixed with those of others, with vectors of 384 numbers, as `vector` and as
the server stores them. Medians of the rounds, in milliseconds:

- `nearest`: `ORDER BY embedding <=> cue LIMIT 10` among the character's memories, without an index
  of vectors, so that it is exact.
- `scored`: the ten best by the score of the papers, which scales recency, importance and the cosine
  between the least and greatest of all memories; it needs all cosines.
- `cosines`: all cosines come to the server, as the default profile needs them: words, names and
  neighbours can lift a memory that is nowhere near the most similar.
- `loaded`: the character's vectors are read as the server stores them, made floats and searched by
  FAISS: once, when a character is cold. `searched`: the same search in memory, each further time.

`held_mb` are the megabytes of vectors that a server then holds in memory, `vector_kb` and
`stored_kb` what a memory's vector takes in the database in both forms.
"""

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import faiss
import numpy as np
import sqlalchemy as sa

from npcbench.harness import machine
from npcserver.adapters.store import vector_format
from npcserver.adapters.store.engine import reading_engine
from npcserver.adapters.store.statements import plain_rows
from npcserver.ports.vectors import Vectors
from tests.benchmarks.options import read_options

DIMENSION, K = 384, 10
_CHUNK = 5_000
_TABLES = """
CREATE EXTENSION IF NOT EXISTS vector;
DROP TABLE IF EXISTS searched, stored;
CREATE TABLE searched (subject text, seq bigint, accessed float8, importance int,
    embedding vector(384), PRIMARY KEY (subject, seq));
CREATE TABLE stored (subject text, seq bigint, data bytea, scale float8,
    PRIMARY KEY (subject, seq))
"""
_NEAREST = "SELECT seq FROM searched WHERE subject = 'own' ORDER BY embedding <=> :cue LIMIT 10"
_STORED = sa.text("SELECT data, scale FROM stored WHERE subject = 'own' ORDER BY seq")
_COSINES = "SELECT seq, 1 - (embedding <=> :cue) FROM searched WHERE subject = 'own' ORDER BY seq"
_SCORED = """
WITH terms AS MATERIALIZED (
    SELECT seq, 0.995 ^ ((:now - accessed) / 3600) AS recency, importance::float8,
        1 - (embedding <=> :cue) AS relevance
    FROM searched WHERE subject = 'own'
), ends AS (
    SELECT min(recency) AS r0, max(recency) AS r1, min(importance) AS i0, max(importance) AS i1,
        min(relevance) AS c0, max(relevance) AS c1 FROM terms
)
SELECT seq FROM terms, ends
ORDER BY (recency - r0) / (r1 - r0) + (importance - i0) / (i1 - i0)
    + (relevance - c0) / (c1 - c0) DESC, seq DESC LIMIT 10
"""


def fill(engine: sa.Engine, size: int, others: int) -> Vectors:
    """Store the memories of the character, `own`, among those of others; return its vectors."""
    chance = np.random.default_rng(0)
    own = np.sort(chance.choice(size + others, size, replace=False))
    kept = np.empty((size, DIMENSION), np.float32)
    with engine.begin() as connection:
        for statement in _TABLES.split(";"):
            connection.execute(sa.text(statement))
    raw: Any = engine.raw_connection()
    for start in range(0, size + others, _CHUNK):
        seqs = range(start, min(start + _CHUNK, size + others))
        drawn = chance.standard_normal((len(seqs), DIMENSION), np.float32)
        drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
        at = np.searchsorted(own, (seqs.start, seqs.stop))
        kept[slice(*at)] = drawn[own[slice(*at)] - start]
        mine = np.isin(np.array(seqs), own)
        names = [
            "own" if is_own else f"other{seq % 10}" for seq, is_own in zip(seqs, mine, strict=True)
        ]
        head = np.array([DIMENSION, 0], ">i2").tobytes()
        with raw.cursor() as cursor:
            with cursor.copy("COPY searched FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types(("text", "int8", "float8", "int4", "bytea"))
                for seq, name, vector in zip(seqs, names, drawn.astype(">f4"), strict=True):
                    copy.write_row((name, seq, 60.0 * seq, 1 + seq % 10, head + vector.tobytes()))
            with cursor.copy("COPY stored FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types(("text", "int8", "bytea", "float8"))
                coded = vector_format.stored(drawn, vector_format.INT8)
                for seq, name, (data, scale) in zip(seqs, names, coded, strict=True):
                    copy.write_row((name, seq, data, scale))
    raw.commit()
    raw.close()
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("VACUUM ANALYZE searched, stored"))
    return kept


def median_ms(rounds: int, work: Callable[[], object]) -> float:
    """Return the median milliseconds of some runs, after one that does not count."""
    took = []
    for _ in range(rounds + 1):
        began = time.perf_counter()
        work()
        took.append(1e3 * (time.perf_counter() - began))
    return round(statistics.median(took[1:]), 2)


def measured(engine: sa.Engine, size: int, others: int, rounds: int) -> dict[str, float]:
    """Return the figures of a character with so many memories."""
    vectors = fill(engine, size, others)
    reading = reading_engine(engine.url, 1)
    cue = vectors[7] + vectors[8]
    values = {"cue": str(cue.tolist()), "now": 60.0 * (size + others)}
    with reading.connect() as connection:

        def load() -> faiss.IndexFlatIP:
            rows = plain_rows(connection, _STORED, {})
            index = faiss.IndexFlatIP(DIMENSION)
            index.add(vector_format.read([(row[0], row[1]) for row in rows]))
            index.search(cue[None], K)
            return index

        def asked(statement: str) -> Callable[[], object]:
            return lambda: connection.execute(sa.text(statement), values).all()

        index = load()
        sizes = connection.execute(
            sa.text("SELECT pg_total_relation_size('searched'), pg_total_relation_size('stored')")
        ).one()
        return {
            "memories": size,
            "nearest_ms": median_ms(rounds, asked(_NEAREST)),
            "scored_ms": median_ms(rounds, asked(_SCORED)),
            "cosines_ms": median_ms(rounds, asked(_COSINES)),
            "loaded_ms": median_ms(rounds, load),
            "searched_ms": median_ms(rounds, lambda: index.search(cue[None], K)),
            # in float32, and in eight bits beside
            "held_mb": round(1.25 * 4 * DIMENSION * size / 1e6, 1),
            "vector_kb": round(sizes[0] / (size + others) / 1e3, 2),
            "stored_kb": round(sizes[1] / (size + others) / 1e3, 2),
        }


def main() -> None:
    """Print the figures of each size."""
    chosen = read_options(__doc__, url="", sizes="10000,100000", others=100_000, rounds=5)
    engine = sa.create_engine(chosen.url)
    figures = [
        measured(engine, size, chosen.others, chosen.rounds)
        for size in map(int, chosen.sizes.split(","))
    ]
    print(json.dumps({"machine": machine(), "sizes": figures}, indent=None if chosen.json else 2))


if __name__ == "__main__":
    main()
