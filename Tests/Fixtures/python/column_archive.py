"""Reads a column archive and prints it as JSON.

Written from ColumnArchiveFormat.md alone, to show that the page is enough. Data become hexadecimal digits, dates their
seconds since 2001, dictionaries lists of records of `key` and `value`, cases records with a `case`. An archive with
instances, or other objects at several places, is a record of the `value` and the `instances`, to which records of an
`instance` refer by number.
"""

import itertools, json, plistlib, struct, sys, zlib

(BOOL, SIGNED, UNSIGNED, FLOAT, DOUBLE, DATE, STRING, DATA, BYTES, OPTIONAL, ARRAY, SET, DICTIONARY, RECORD,
 RAW_RECORD, CASES, TREE, REFERENCE, INSTANCE) = range(1, 20)
REALS = {FLOAT: "<f", DOUBLE: "<d", DATE: "<d"}


def need(condition, what):
    if not condition:
        raise ValueError(what)


def real(form, data):
    # What is no number in JSON becomes its name.
    [number] = struct.unpack(form, data)
    return number if number - number == 0 else str(number)


def raw_size(node):
    if node[0] == RAW_RECORD:
        return sum(raw_size(field) for _, field in node[1])
    return node[1] if node[0] == BYTES else 1 if node[0] == UNSIGNED else struct.calcsize(REALS[node[0]])


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        part = self.data[self.at:self.at + count]
        need(len(part) == count, f"{count} more bytes expected at {self.at}")
        self.at += count
        return part

    def byte(self):
        return self.take(1)[0]

    def number(self):
        number, shift = 0, 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
            shift += 7

    def signed(self):
        number = self.number()
        return number >> 1 ^ -(number & 1)

    def word(self, size):
        return int.from_bytes(self.take(size), "little")

    def name(self):
        return self.take(self.number()).decode("utf-8")

    def real(self, form):
        return real(form, self.take(struct.calcsize(form)))

    def node(self, types):
        kind = self.byte()
        if kind == REFERENCE:
            return types[self.number()]
        node = [kind]
        if kind in (RECORD, RAW_RECORD, CASES):
            types.append(node)
        if kind == BYTES:
            node.append(self.number())
        elif kind in (OPTIONAL, ARRAY, SET, DICTIONARY, RECORD, RAW_RECORD):
            node.append((self.fields if kind > DICTIONARY else self.node)(types))
        elif kind == CASES:
            node.append([(self.name(), self.fields(types)) for _ in range(self.number())])
        elif not BOOL <= kind <= TREE and kind != INSTANCE:
            raise ValueError(f"kind {kind}")
        return node

    def fields(self, types):
        return [(self.name(), self.node(types)) for _ in range(self.number())]

    def bits(self, rows):
        mode = self.byte()
        if mode < 2:
            return [mode == 1] * rows
        need(mode == 2, f"booleans {mode}")
        bits = self.take((rows + 7) // 8)
        return [bits[row // 8] >> row % 8 & 1 == 1 for row in range(rows)]

    def packed(self, rows, bits):
        """Numbers of so many bits, side by side."""
        need(bits <= 56 or bits == 64, f"a width of {bits} bits")
        packed = int.from_bytes(self.take((rows * bits + 7) // 8), "little")
        return [packed >> row * bits & (1 << bits) - 1 for row in range(rows)]

    def block(self, count):
        """Numbers as distances from a base, some of them exceptions, or as deltas."""
        head, base = self.byte(), self.number()
        if head & 128:
            step, packed = self.signed(), self.packed(count, head & 127)
            return [base + step * number + sum for number, sum in enumerate(itertools.accumulate(packed))]
        exceptions, packed = self.number(), self.packed(count, head)
        for _ in range(exceptions):
            place = self.word(2)
            packed[place] = self.word(8)
        return [base + distance for distance in packed]

    def words(self, count, size):
        return [self.word(size) for _ in range(count)]

    def reals(self, form, rows):
        mode, size = self.byte(), struct.calcsize(form)
        if mode < 2:
            return [self.real(form) for _ in range(rows)] if mode else [self.real(form)] * rows
        if mode == 2:
            data = self.split(rows, size)
            return [real(form, data[row * size:(row + 1) * size]) for row in range(rows)]
        need(mode == 3, f"numbers {mode}")
        power, count = 10.0 ** self.byte(), self.number()
        places, exceptions = self.words(count, 4), [self.real(form) for _ in range(count)]
        reals = [number / power for number in self.integers(rows, True)]
        if size == 4:
            reals = [real(form, struct.pack(form, number)) for number in reals]
        for place, exception in zip(places, exceptions):
            reals[place] = exception
        return reals

    def split(self, rows, size):
        """Values of so many bytes: the last byte of each, then the one before of each."""
        data = self.take(rows * size)
        return b"".join(data[row::rows][::-1] for row in range(rows))

    def integers(self, rows, signed=False):
        width = self.byte()
        is_in_blocks = width == 65
        width = self.byte() if is_in_blocks else width
        base = self.signed() if signed else self.number()
        if is_in_blocks:
            blocks = [self.block(min(rows - first, 1024)) for first in range(0, rows, 1024)]
            distances = [distance & (1 << width) - 1 for block in blocks for distance in block]
        else:
            distances = self.packed(rows, width)
        sums = [base + distance & (1 << 64) - 1 for distance in distances]
        return [sum - (1 << 64) if signed and sum >> 63 else sum for sum in sums]

    def run(self, rows):
        lengths, total = self.integers(rows), self.number()
        need(sum(lengths) == total, "lengths do not add up")
        return [self.take(length) for length in lengths]

    def runs(self, rows):
        mode = self.byte()
        need(mode <= 1, f"strings {mode}")
        if mode == 0:
            return self.run(rows)
        entries = self.run(self.number())
        return [entries[number] for number in self.integers(rows)]

    def column(self, node, rows):
        kind = node[0]
        if rows == 0:
            return []
        if kind in (BOOL, SIGNED, UNSIGNED):
            return self.bits(rows) if kind == BOOL else self.integers(rows, kind == SIGNED)
        if kind in REALS:
            return self.reals(REALS[kind], rows)
        if kind in (STRING, DATA):
            return [text.decode("utf-8") if kind == STRING else text.hex() for text in self.runs(rows)]
        if kind in (BYTES, RAW_RECORD):
            split = kind == RAW_RECORD and self.byte()
            need(split < 2, f"raw records {split}")
            reader = Reader(self.split(rows, raw_size(node))) if split else self
            return [reader.raw(node) for _ in range(rows)]
        if kind == OPTIONAL:
            presence = self.bits(rows)
            values = iter(self.column(node[1], sum(presence)))
            return [next(values) if present else None for present in presence]
        if kind in (ARRAY, SET, DICTIONARY):
            lengths, total = self.integers(rows), self.number()
            elements = iter(self.column(node[1], total))
            return [[next(elements) for _ in range(length)] for length in lengths]
        if kind == RECORD:
            return self.records(node[1], rows)
        if kind == CASES:
            numbers, payloads = self.integers(rows), {}
            for number, (_, fields) in enumerate(node[1]):
                payloads[number] = iter(self.records(fields, self.number()) if fields else [])
            return [{"case": node[1][number][0], **next(payloads[number], {})} for number in numbers]
        first = self.number()
        need(first or rows == 1, "position of a value")
        return [Tree(first and first + row, kind == INSTANCE) for row in range(rows)]

    def records(self, fields, rows):
        columns = [(name, self.column(node, rows)) for name, node in fields]
        return [{name: values[row] for name, values in columns} for row in range(rows)]

    def raw(self, node):
        if node[0] == RAW_RECORD:
            return {name: self.raw(field) for name, field in node[1]}
        if node[0] == BYTES:
            return self.take(node[1]).hex()
        return self.byte() if node[0] == UNSIGNED else self.real(REALS[node[0]])


class Tree:
    """A value of the keyed archive behind the columns. The first has the position 1; 0 is an archive that is the value."""
    def __init__(self, position, is_instance):
        self.position, self.is_instance = position, is_instance


class KeyedArchive:
    """The archive behind the columns."""
    def __init__(self, data, instances):
        archive = plistlib.loads(data, fmt=plistlib.FMT_BINARY)
        self.objects, self.top = archive["$objects"], archive["$top"]
        self.instances, self.numbers, counts = instances, {}, [0] * len(self.objects)
        for holder in self.objects:
            for key, value in holder.items() if isinstance(holder, dict) else []:
                for part in value if isinstance(value, list) else [value] if key != "$class" else []:
                    if isinstance(part, plistlib.UID):
                        counts[part.data] += 1
        self.is_shared = [count > 1 for count in counts]

    def fill(self, value):
        """Returns what was read from columns, with the values of the archive in their places."""
        if isinstance(value, list):
            return [self.fill(part) for part in value]
        if isinstance(value, dict):
            return {key: self.fill(part) for key, part in value.items()}
        if not isinstance(value, Tree):
            return value
        if value.position == 0:
            values = {key: self.value(part) for key, part in self.top.items()}
            return values["root"] if list(values) == ["root"] else values
        values = self.objects[self.top["root"].data]["NS.objects"]
        return self.value(values[value.position - 1], value.is_instance)

    def value(self, value, is_instance=False):
        if isinstance(value, bytes):
            return value.hex()
        if isinstance(value, float):
            return value if value - value == 0 else str(value)
        if not isinstance(value, plistlib.UID):
            return value
        number, found = value.data, self.objects[value.data]
        if not isinstance(found, dict):
            return None if found == "$null" else self.value(found)
        name = self.objects[found["$class"].data]["$classname"]
        if name in ("NSNull", "NSDate", "NSMutableString"):
            return self.value(found.get({"NSDate": "NS.time", "NSMutableString": "NS.string"}.get(name)))
        if not is_instance and not self.is_shared[number]:
            return self.object(name, found)
        if number not in self.numbers:
            place = self.numbers[number] = len(self.instances)
            self.instances.append(None)
            self.instances[place] = self.object(name, found)
        return {"instance": self.numbers[number]}

    def object(self, name, found):
        if name in ("NSArray", "NSSet"):
            return [self.value(part) for part in found["NS.objects"]]
        if name == "NSDictionary":
            entries = zip(found["NS.keys"], found["NS.objects"])
            return [{"key": self.value(key), "value": self.value(value)} for key, value in entries]
        fields = {key: self.value(value) for key, value in found.items() if key != "$class"}
        return {"class": name, **{"case" if key == "enum.case" else key: fields[key] for key in fields}}


TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    TABLE.append(byte)


def checksum(data):
    rest = 0xFFFFFFFF
    for byte in data:
        rest = TABLE[rest & 0xFF ^ byte] ^ rest >> 8
    return rest ^ 0xFFFFFFFF


def check(data, what):
    need(len(data) >= 4 and checksum(data[:-4]) == int.from_bytes(data[-4:], "little"), f"checksum of {what}")
    return data[:-4]


def body_parts(data):
    """Returns the columns of a body, decompressed, and the directory, or None if there is none."""
    flags, data, size, directory = data[-1], data[:-1], None, None
    need(flags <= 3, "byte before the checksum of a body")
    if flags >= 2:
        data, size = data[:-8], int.from_bytes(data[-8:], "little")
    if flags & 1:
        start = len(data) - 4 - int.from_bytes(data[-4:], "little")
        need(start >= 0, "size of a directory")
        data, directory = data[:start], data[start:-4]
    if flags >= 2:
        data = zlib.decompress(data)
    need(size in (None, len(data)), "size of compressed columns")
    return data, directory


def check_directory(directory, schema, columns):
    """Compares the checksums of all columns with those in the directory."""
    reader = Reader(check(directory, "a directory"))

    def entry(node, start, end):
        # The entry of a column that begins at `start`, or else ends at `end`; where it is.
        size = reader.number()
        start, end = (end - size, end) if start is None else (start, start + size)
        if size == 0:
            return start, end
        if node[0] == RECORD:
            at = start
            for _, field in node[1]:
                at = entry(field, at, None)[1]
            return start, need(at == end, "sizes of fields") or end
        expected = reader.word(4)
        own = entry(node[1], None, end)[0] if node[0] in (OPTIONAL, ARRAY, SET, DICTIONARY) else end
        need(start <= own and checksum(columns[start:own]) == expected, "checksum of a column")
        return start, end
    entry(schema, 0, None)
    need(reader.at == len(reader.data), "bytes behind the entries of a directory")


def read_body(body, schema, rows, instances):
    """Returns the values of a body. Its instances are added to others."""
    columns, directory = body_parts(check(body, "a body"))
    if directory is not None:
        check_directory(directory, schema, columns)
    reader = Reader(columns)
    values = reader.column(schema, rows)
    if reader.at < len(columns):
        values = KeyedArchive(columns[reader.at:], instances).fill(values)
    return values


def read_footer(data, salt):
    """Returns where the batches end, the number of elements, and the table."""
    end = len(data) - 28
    elements, *parts, expected = struct.unpack("<QIIIII", data[end:])
    need(checksum(data[end:-4]) ^ salt ^ 0xFFFFFFFF == expected, "the footer")
    found = []
    for size, expected in (parts[:2], parts[2:]):
        found.append(data[end - size:end])
        need(checksum(found[-1]) == expected, "a part of the footer")
        end -= size
    table, statistics = found
    need(not statistics or int.from_bytes(statistics[:8], "little") == elements, "statistics in the footer")
    return end, elements, table and Reader(table)


def read(data):
    reader = Reader(data)
    need(reader.take(4) == b"\xC3SCA", "not a column archive")
    need(reader.byte() == 1, "another version")
    is_sequence, _ = reader.byte() & 1 == 1, reader.name()
    schema = Reader(reader.take(reader.number())).node([])
    reader.take(4)
    check(data[:reader.at], "the header")
    instances, salt, value = [], 0, []
    if data[reader.at:reader.at + 4] == b"\xC3BAO":
        check(reader.take(44), "a place among several files")
        salt = int.from_bytes(data[reader.at - 4:reader.at], "little")
    if not is_sequence:
        [value] = read_body(reader.take(len(data) - reader.at), schema, 1, instances)
    else:
        end, elements, table = read_footer(data, salt)
        while reader.at < end:
            need(reader.take(4) == b"\xC3BAT", "no batch")
            expected, head = reader.word(4), reader.take(24)
            need(checksum(head) == expected ^ salt, "checksum of a batch's head")
            size, first, count, unsynced = struct.unpack("<QQII", head)
            listed = (table.number(), table.number()) if table else (size, count)
            need(first == len(value) and not first < unsynced < 2**32 - 1 and listed == (size, count), "numbers of a batch")
            value += read_body(reader.take(size), schema, count, instances)
        need(len(value) == elements and (not table or table.at == len(table.data)), "numbers in the footer")
        reader.at = len(data)
    need(reader.at == len(data), "bytes behind the end")
    return {"value": value, "instances": instances} if instances else value


if __name__ == "__main__":
    # The file has archives, each behind its size in eight bytes.
    with open(sys.argv[1], "rb") as file:
        while size := file.read(8):
            print(json.dumps(read(file.read(int.from_bytes(size, "little")))))
