"""Prints the rows of data sets as JSON, as engines read them.

Prints a line when the engines are loaded, `ready`, or what is not there. Then each line of the input is a folder, and is
answered by a line: an object with the rows of each engine, or the text of its error. Rows are objects with all columns;
times are microseconds since 1970, and maps arrays of keys and values.
"""

import datetime
import json
import os
import sys

try:
    import duckdb
    import polars
    import pyarrow.dataset
except ImportError as error:
    print(f"{error}: pip install -r Tests/Fixtures/python/requirements-parquet.txt")
    sys.exit()

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def plain(value):
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            value = value.replace(tzinfo=datetime.timezone.utc)
        return (value - EPOCH) // datetime.timedelta(microseconds=1)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def maps(value, name):
    """Maps are sorted entries, however an engine gives them."""
    if name == "counts" and value is not None:
        if isinstance(value, dict):
            value = value.items()
        return sorted([entry["key"], entry["value"]] if isinstance(entry, dict) else list(entry) for entry in value)
    return plain(value)


def rows(table):
    return [{name: maps(value, name) for name, value in row.items()} for row in table.to_pylist()]


def arrow(folder):
    return rows(pyarrow.dataset.dataset(folder, format="parquet").to_table())


def with_duckdb(folder):
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    files = folder.replace("'", "''") + "/*.parquet"
    return rows(connection.execute(f"SELECT * FROM read_parquet('{files}')").to_arrow_table())


def with_polars(folder):
    # Of a folder, it reads all files, whatever their names.
    return rows(polars.scan_parquet(folder + "/*.parquet").collect().to_arrow())


print("ready", flush=True)
for line in sys.stdin:
    result = {}
    for name, read in {"pyarrow": arrow, "duckdb": with_duckdb, "polars": with_polars}.items():
        try:
            result[name] = read(line.rstrip("\n"))
        except Exception as error:
            result[name] = f"{type(error).__name__}: {error}"
    print(json.dumps(result), flush=True)
# pyarrow's threads abort the process now and then when Python takes its libraries down.
os._exit(0)
