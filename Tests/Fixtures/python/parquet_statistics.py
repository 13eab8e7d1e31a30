"""Checks the statistics and the page index of a Parquet file against its values, and that a filter reads less.

The first argument names the file, whose columns are flat. `FILTER` is replaced by the name of a column of ascending
values. Prints how many row groups and pages were checked.
"""

import io
import struct
import sys

import pyarrow.dataset as ds
import pyarrow.parquet as pq

path = sys.argv[1]


class Compact:
    """A reader of Thrift's compact protocol: structures as dictionaries of numbered fields."""

    def __init__(self, data):
        self.data, self.place = data, 0

    def byte(self):
        self.place += 1
        return self.data[self.place - 1]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def zigzag(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def value(self, kind, is_element=False):
        if kind in (1, 2):
            return self.byte() == 1 if is_element else kind == 1
        if kind == 3:
            return self.byte()
        if kind in (4, 5, 6):
            return self.zigzag()
        if kind == 8:
            count = self.varint()
            self.place += count
            return self.data[self.place - count:self.place]
        if kind == 9:
            head = self.byte()
            count = head >> 4 if head >> 4 < 15 else self.varint()
            return [self.value(head & 15, True) for _ in range(count)]
        assert kind == 12, kind
        return self.structure()

    def structure(self):
        fields, number = {}, 0
        while head := self.byte():
            number = number + (head >> 4) if head >> 4 else self.zigzag()
            fields[number] = self.value(head & 15)
        return fields


def bound(physical, data, is_signed):
    if physical == 0:
        return data[0] == 1
    if physical in (1, 2):
        return int.from_bytes(data, "little", signed=is_signed)
    if physical in (4, 5):
        return struct.unpack("<f" if physical == 4 else "<d", data)[0]
    return bytes(data)


def plain(physical, values):
    """The values as the file stores them."""
    result = []
    for value in values:
        if value is None or value != value:
            continue
        if isinstance(value, str):
            value = value.encode()
        result.append(value.bytes if hasattr(value, "bytes") else value)
    return result


data = open(path, "rb").read()
assert data[:4] == data[-4:] == b"PAR1"
length = struct.unpack("<I", data[-8:-4])[0]
footer = Compact(data[-8 - length:-8]).structure()
file = pq.ParquetFile(path)
table = file.read()
pages = row = 0
for number, group in enumerate(footer[4]):
    part = table.slice(row, group[3])
    row += group[3]
    for position, chunk in enumerate(group[1]):
        content = chunk[3]
        name = content[3][0].decode()
        physical = content[1]
        column = part.column(name)
        if str(column.type).startswith("timestamp"):
            column = column.cast("int64")
        is_signed = not str(column.type).startswith("uint")
        values = plain(physical, column.to_pylist())
        statistics = content[12]
        assert statistics[3] == part.num_rows - len([v for v in column.to_pylist() if v is not None]), name
        # Engines do not agree on where NaN is among numbers, so there are no bounds where one is.
        has_nan = any(value != value for value in column.to_pylist())
        assert not has_nan or 6 not in statistics and 6 not in chunk, name
        if 6 in statistics:
            low, high = bound(physical, statistics[6], is_signed), bound(physical, statistics[5], is_signed)
            if statistics[7]:
                assert low == min(values) and high == max(values), (name, low, high, min(values), max(values))
            assert low <= min(values) and high >= max(values), name
        else:
            assert has_nan or not values, name
        offsets = Compact(data[chunk[4]:chunk[4] + chunk[5]]).structure()[1]
        starts = [page[3] for page in offsets] + [part.num_rows]
        index = None
        if 6 in chunk:
            index = Compact(data[chunk[6]:chunk[6] + chunk[7]]).structure()
            assert len(index[1]) == len(offsets)
        for page, location in enumerate(offsets):
            header = Compact(data[location[1]:location[1] + location[2]])
            head = header.structure()
            assert head[1] == 0 and header.place + head[3] == location[2], name
            assert head[5][1] == starts[page + 1] - starts[page], name
            some = column.slice(starts[page], starts[page + 1] - starts[page]).to_pylist()
            present = plain(physical, some)
            if index:
                assert index[1][page] == all(value is None for value in some), name
                assert index[5][page] == len([value for value in some if value is None]), name
                if present:
                    assert bound(physical, index[2][page], is_signed) <= min(present), name
                    assert bound(physical, index[3][page], is_signed) >= max(present), name
                    lows = [bound(physical, low, is_signed) for low, none in zip(index[2], index[1]) if not none]
                    if index[4] == 1:
                        assert lows == sorted(lows), name
            pages += 1
assert row == table.num_rows == footer[3]


class Counting(io.FileIO):
    count = 0

    def read(self, size=-1):
        result = super().read(size)
        Counting.count += len(result)
        return result

    def readinto(self, target):
        count = super().readinto(target)
        Counting.count += count
        return count


name = "FILTER"
values = table.column(name)
middle = values[len(values) // 2]
condition = ds.field(name) == middle
fragment = next(ds.dataset(path).get_fragments())
groups = len(fragment.split_by_row_group(condition))
assert groups < file.num_row_groups, groups
assert pq.read_table(path, filters=condition).num_rows == table.filter(condition).num_rows > 0
# A reader of one row group reads a part of the file.
chosen = fragment.split_by_row_group(condition)[0].row_groups[0].id
Counting.count = 0
pq.ParquetFile(Counting(path), pre_buffer=False).read_row_group(chosen)
assert Counting.count < len(data), Counting.count
names = {key.decode(): value.decode() for key, value in file.metadata.metadata.items()}
assert "structcoding.schema" in names
print(file.num_row_groups, groups, pages, names.get("structcoding.type"))
