"""Writes tables by pyarrow, for the comparison with `ParquetExport`.

Each line of the input is a JSON array of the Parquet file to read into memory, once, the file to write, and the
compression. The answer is a line with the processor time of writing in milliseconds, and the size of the file.
"""

import json
import os
import sys
import time

import pyarrow.parquet as pq

tables = {}
for line in sys.stdin:
    source, target, compression = json.loads(line)
    if source not in tables:
        tables = {source: pq.read_table(source)}
    start = time.process_time()
    pq.write_table(tables[source], target, compression=compression)
    print(json.dumps([(time.process_time() - start) * 1e3, os.path.getsize(target)]), flush=True)
