"""Compares a Parquet file of texts with one of the same rows that pyarrow writes.

The first argument names a file with the path of the Parquet file. The result has the sizes of both, the encodings of the
first, whether each engine reads the same texts from both, and how many of them each finds by a pattern.
"""

import json
import os
import sys

import duckdb
import polars
import pyarrow.compute as pc
import pyarrow.parquet as pq

path = open(sys.argv[1]).read()
other = path + ".other"
texts = pq.read_table(path).column("value")
pq.write_table(pq.read_table(path), other, row_group_size=131_072)

readers = {
    "pyarrow": lambda file: pq.read_table(file).column("value").to_pylist(),
    "duckdb": lambda file: [row[0] for row in duckdb.sql(f"SELECT value FROM read_parquet('{file}')").fetchall()],
    "polars": lambda file: polars.read_parquet(file)["value"].to_list(),
}
finders = {
    "pyarrow": lambda file: pc.sum(pc.match_like(pq.read_table(file).column("value"), "%a7%3")).as_py(),
    "duckdb": lambda file: duckdb.sql(
        f"SELECT count(*) FROM read_parquet('{file}') WHERE value LIKE '%a7%3'").fetchall()[0][0],
    "polars": lambda file: polars.scan_parquet(file).filter(polars.col("value").str.contains("a7.*3$")).select(
        polars.len()).collect().item(),
}
column = pq.ParquetFile(path).metadata.row_group(0).column(0)
expected = texts.to_pylist()
json.dump(
    {
        "size": os.path.getsize(path),
        "otherSize": os.path.getsize(other),
        "encodings": list(column.encodings),
        "areEqual": {name: read(path) == expected == read(other) for name, read in readers.items()},
        "answers": {name: find(path) for name, find in finders.items()},
        "otherAnswers": {name: find(other) for name, find in finders.items()},
    },
    open(sys.argv[2], "w"))
