"""Prints the rows of partitioned data sets as JSON, as engines read them.

The first argument names a file with a JSON array of objects: the folder of a data set, the key of its partitions, and a
column. The result has for each of them and each engine an array of pairs: the text of the partition, or null, and the value
of the column; or the text of an error.
"""

import json
import sys

import duckdb
import polars
import pyarrow as pa
import pyarrow.dataset


def arrow(folder, key, column):
    # The files themselves do not have the column.
    hive = pa.dataset.partitioning(pa.schema([(key, pa.string())]), flavor="hive")
    table = pa.dataset.dataset(folder, format="parquet", partitioning=hive).to_table(columns=[key, column])
    return list(zip(table.column(key).to_pylist(), table.column(column).to_pylist()))


def with_duckdb(folder, key, column):
    files = folder.replace("'", "''") + "/**/*.parquet"
    query = f"""SELECT "{key}", "{column}" FROM read_parquet('{files}', hive_partitioning = true,
        hive_types = {{'{key}': VARCHAR}})"""
    return duckdb.connect().execute(query).fetchall()


def with_polars(folder, key, column):
    frame = polars.scan_parquet(folder + "/**/*.parquet", hive_partitioning=True, hive_schema={key: polars.String})
    return frame.select(key, column).collect().rows()


engines = {"pyarrow": arrow, "duckdb": with_duckdb, "polars": with_polars}
result = []
for request in json.load(open(sys.argv[1])):
    found = {}
    for name, read in engines.items():
        try:
            found[name] = read(request["folder"], request["key"], request["column"])
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}"
    result.append(found)
json.dump(result, open(sys.argv[2], "w"))
