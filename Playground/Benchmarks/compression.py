"""Compares the sizes of column archives, compressed or not, with those of other formats.

    swift run --package-path Playground/Benchmarks benchmarks --archives FOLDER
    python3 Playground/Benchmarks/compression.py FOLDER

The folder may also have `log.bitcode` and so on: the same sets as Rust's bitcode writes them. The program `zstd` has to be
installed. With pyarrow, the events are written as Parquet, too.
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Tests/Fixtures/python"))
import column_archive  # noqa: E402

SETS = ["log", "mesh", "minecraft_savedata", "mk48", "events"]


def after_zstd(path):
    return len(subprocess.run(["zstd", "-3", "-c", "-q", path], check=True, capture_output=True).stdout)


def sizes(folder):
    columns = ["none", "none, zstd -3", "external", "external, zstd -3", "zlib", "bitcode", "bitcode, zstd -3"]
    print("| set | " + " | ".join(columns) + " |\n|---|" + "--:|" * len(columns))
    for name in SETS:
        cells = []
        for column in columns:
            form, _, program = column.partition(", ")
            path = os.path.join(folder, f"{name}.{form}")
            if not os.path.exists(path):
                cells.append("")
            else:
                cells.append(f"{after_zstd(path) if program else os.path.getsize(path):,}")
        print(f"| {name} | " + " | ".join(cells) + " |")


def parquet(folder):
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        return print("\nno pyarrow: no Parquet")
    with open(os.path.join(folder, "events.none"), "rb") as file:
        events = column_archive.read(file.read())
    tags = [event["eventTag"] for event in events]
    seconds = [event["timeStamp"] for event in events]
    times = {
        "doubles": pyarrow.array(seconds),
        "microseconds, rounded": pyarrow.array([round(time * 1e6) for time in seconds], pyarrow.timestamp("us")),
    }
    print("\n| events as Parquet, zstd | as pyarrow does | level 3 | level 3, split or in differences |\n|---|--:|--:|--:|")
    for name, column in times.items():
        table = pyarrow.table({"timeStamp": column, "eventTag": tags})
        encoding = "BYTE_STREAM_SPLIT" if name == "doubles" else "DELTA_BINARY_PACKED"
        cells = []
        for options in [
            {}, {"compression_level": 3},
            {
                "compression_level": 3, "use_dictionary": ["eventTag"],
                "column_encoding": {"timeStamp": encoding},
            },
        ]:
            path = os.path.join(folder, "events.parquet")
            pyarrow.parquet.write_table(table, path, compression="zstd", **options)
            cells.append(f"{os.path.getsize(path):,}")
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    sizes(sys.argv[1])
    parquet(sys.argv[1])
