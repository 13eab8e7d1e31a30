"""Lets an engine sum a partitioned set of Parquet files.

The first argument names a file with a JSON object: the engine, and the folder of the set. The second one gets the
counts and sums of steps by day and tag, and for DuckDB also what it read to answer a question about a time range.
"""

import json
import os
import sys

request = json.load(open(sys.argv[1]))
folder = request["folder"]

# The day is that of the folder and that of the time, which must be the same.
QUERY = """
    SELECT CAST(day AS {text}) AS day, CAST(CAST(step.time AS DATE) AS {text}) AS date, step.tag AS tag,
      count(*) AS steps, sum(step.milliseconds) AS milliseconds, count(step.seconds) AS timed,
      sum(step.seconds) AS seconds
    FROM {steps} GROUP BY ALL ORDER BY day, date, tag
    """
VISITS = "SELECT count(*) AS visits, count(DISTINCT id) AS ids FROM {visits}"


def duckdb():
    import duckdb

    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    visits = f"read_parquet('{folder}/*/*.parquet', hive_partitioning = true)"
    steps = f"(SELECT day, unnest(steps) AS step FROM {visits})"
    result = {
        "steps": connection.execute(QUERY.format(text="VARCHAR", steps=steps)).fetchall(),
        "visits": connection.execute(VISITS.format(visits=visits)).fetchone(),
    }
    profile = sys.argv[2] + ".json"
    connection.execute("PRAGMA enable_profiling = 'json'")
    connection.execute(f"SET profiling_output = '{profile}'")
    start, end = request["range"]
    found = connection.execute(
        f"SELECT count(id) FROM {visits} WHERE startTime >= TIMESTAMPTZ '{start}' AND startTime < TIMESTAMPTZ '{end}'")
    result["found"] = found.fetchall()[0][0]
    connection.close()

    def scans(node):
        own = [node] if node.get("type") == "TABLE_SCAN" else []
        return own + [scan for child in node.get("children", []) for scan in scans(child)]

    operators = json.load(open(profile))["operator"]
    scan = [scan for operator in operators for scan in scans(operator)][0]
    result["scanned"] = scan["row_groups_scanned"]
    result["groups"] = scan["total_row_groups_to_scan"]
    os.remove(profile)
    return result


def polars():
    import polars

    visits = polars.scan_parquet(folder, hive_partitioning=True)
    step = polars.col("steps").struct
    steps = visits.select("day", "steps").explode("steps").group_by(
        polars.col("day").cast(polars.String), step.field("time").dt.date().cast(polars.String).alias("date"),
        step.field("tag")
    ).agg(
        polars.len(), step.field("milliseconds").cast(polars.Int64).sum(), step.field("seconds").count(),
        step.field("seconds").sum().alias("sum"),
    ).sort("day", "date", "tag").collect()
    ids = visits.select(polars.len(), polars.col("id").n_unique().alias("ids")).collect()
    return {"steps": steps.rows(), "visits": ids.row(0)}


def pyspark():
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config(
        "spark.sql.session.timeZone", "UTC").getOrCreate()
    spark.read.parquet(folder).createOrReplaceTempView("visits")
    steps = "(SELECT day, explode(steps) AS step FROM visits)"
    result = {
        "steps": [list(row) for row in spark.sql(QUERY.format(text="STRING", steps=steps)).collect()],
        "visits": list(spark.sql(VISITS.format(visits="visits")).collect()[0]),
    }
    spark.stop()
    return result


def chdb():
    import chdb

    visits = f"file('{folder}/*/*.parquet')"
    # A join of arrays has no form in the standard that the query is written in.
    steps = f"(SELECT day, arrayJoin(steps) AS step FROM {visits})"
    query = QUERY.format(text="String", steps=steps)
    settings = "SETTINGS use_hive_partitioning = 1, session_timezone = 'UTC'"

    def rows(query):
        output = chdb.query(query + settings, "JSONCompactEachRow").bytes().decode()
        return [json.loads(line) for line in output.splitlines()]

    def number(value):
        return int(value) if isinstance(value, str) and value.isdigit() else value

    return {
        "steps": [[*row[:3], *map(number, row[3:])] for row in rows(query)],
        "visits": [number(value) for value in rows(VISITS.format(visits=visits) + " ")[0]],
    }


engines = {"duckdb": duckdb, "polars": polars, "pyspark": pyspark, "chdb": chdb}
result = engines[request["engine"]]()
json.dump(result, open(sys.argv[2], "w"))
