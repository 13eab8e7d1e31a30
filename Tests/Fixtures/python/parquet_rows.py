"""Prints the rows of Parquet files as JSON, as engines read them.

The first argument names a file with a JSON array of the files. The result has for each file and engine the rows, in which
each value is text that shows all of its bits: `i:1`, `d:3ff0000000000000`, `t:` and microseconds or nanoseconds since
1970, `s:` and text, `b:` and bytes. Missing fields are left out.
"""

import decimal
import json
import re
import struct
import sys
import uuid

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq


def cell(scalar):
    """The text of a value, or its parts; None if it is missing."""
    kind = scalar.type
    if not scalar.is_valid:
        return None
    if isinstance(kind, pa.BaseExtensionType):
        return cell(scalar.value)
    if pa.types.is_struct(kind):
        cells = {field.name: cell(scalar[number]) for number, field in enumerate(kind)}
        return {name: value for name, value in cells.items() if value is not None}
    if pa.types.is_map(kind):
        return [cell(entry) for entry in scalar.values]
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return [cell(element) for element in scalar.values]
    if pa.types.is_dictionary(kind):
        return "s:" + scalar.as_py()
    if pa.types.is_timestamp(kind):
        assert kind.tz in ("UTC", "Etc/UTC"), kind
        return f"t:{scalar.value}"
    value = scalar.as_py()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"i:{value}"
    if isinstance(value, float):
        if value != value:
            return "nan"
        return ("f:" + struct.pack(">f", value).hex()) if kind.bit_width == 32 else ("d:" + struct.pack(">d", value).hex())
    if isinstance(value, decimal.Decimal) and (kind.precision, kind.scale) == (20, 0):
        # What Spark has for integers of 64 bits without a sign.
        return f"i:{value}"
    if isinstance(value, decimal.Decimal):
        return "n:" + format(value.normalize(), "f")
    if isinstance(value, uuid.UUID):
        return "b:" + value.bytes.hex()
    if isinstance(value, bytes):
        return "b:" + value.hex()
    return "s:" + value


def rows(table):
    columns = [(name, table.column(name)) for name in table.column_names]
    result = []
    for number in range(table.num_rows):
        cells = {name: cell(column[number]) for name, column in columns}
        result.append({name: value for name, value in cells.items() if value is not None})
    return result


def arrow(path):
    file = pq.ParquetFile(path, page_checksum_verification=True)
    table = file.read()
    table.validate(full=True)
    return rows(table)


def with_bytes(cells):
    if isinstance(cells, dict):
        return {name: with_bytes(value) for name, value in cells.items()}
    if isinstance(cells, list):
        return [with_bytes(value) for value in cells]
    if cells is not None and re.fullmatch("s:[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", cells):
        return "b:" + uuid.UUID(cells[2:]).bytes.hex()
    return cells


def with_duckdb(path):
    relation = duckdb.sql(f"SELECT * FROM read_parquet('{path}')")
    table = relation.to_arrow_table()
    # Its UUIDs arrive as text.
    return with_bytes(rows(table))


def with_polars(path):
    return rows(polars.read_parquet(path).to_arrow())


spark = None


def with_spark(path):
    global spark
    if spark is None:
        from pyspark.sql import SparkSession

        spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config(
            "spark.sql.session.timeZone", "UTC").getOrCreate()
    # It has no UUIDs, so they are text in the file.
    return with_bytes(rows(spark.read.parquet(path).toArrow()))


decimal.getcontext().prec = 80
engines = {"pyarrow": arrow, "duckdb": with_duckdb, "polars": with_polars, "pyspark": with_spark}
result = []
for request in json.load(open(sys.argv[1])):
    found = {}
    for name in request["engines"]:
        try:
            found[name] = engines[name](request["path"])
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}"
    result.append(found)
json.dump(result, open(sys.argv[2], "w"))
