"""Reads a column archive and prints it as JSON.

Written from ColumnArchiveFormat.md alone, to show that the page is enough. Data become hexadecimal digits, dates their
seconds since 2001, dictionaries lists of records of `key` and `value`, cases records with a `case`. An archive with
instances, or other objects at several places, is a record of the `value` and the `instances`, to which records of an
`instance` refer by number.
"""

import collections, itertools, json, plistlib, struct, sys, zlib

(BOOL, SIGNED, UNSIGNED, FLOAT, DOUBLE, DATE, STRING, DATA, BYTES, OPTIONAL, ARRAY, SET, DICTIONARY, RECORD,
 RAW_RECORD, CASES, TREE, REFERENCE, INSTANCE) = range(1, 20)
REALS = {FLOAT: "<f", DOUBLE: "<d", DATE: "<d"}

# A value of the keyed archive behind the columns. The first has the position 1; 0 is an archive that is the value.
Tree = collections.namedtuple("Tree", "position is_instance")


def need(condition, what):
    if not condition:
        raise ValueError(what)


def plain(number):
    # What is no number in JSON becomes its name.
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
        byte = self.byte()
        return byte if byte < 0x80 else byte & 0x7F | self.number() << 7

    def signed(self):
        number = self.number()
        return number >> 1 ^ -(number & 1)

    def word(self, size):
        return int.from_bytes(self.take(size), "little")

    def list(self, read):
        return [read() for _ in range(self.number())]

    def name(self):
        return self.take(self.number()).decode("utf-8")

    def node(self, types):
        kind = self.byte()
        if kind == REFERENCE:
            return types[self.number()]
        need(BOOL <= kind <= INSTANCE, f"kind {kind}")
        node = [kind]
        if kind in (RECORD, RAW_RECORD, CASES):
            types.append(node)
        if kind == BYTES:
            node.append(self.number())
        elif OPTIONAL <= kind <= DICTIONARY:
            node.append(self.node(types))
        elif RECORD <= kind <= RAW_RECORD:
            node.append(self.fields(types))
        elif kind == CASES:
            node.append(self.list(lambda: (self.name(), self.fields(types))))
        return node

    def fields(self, types):
        return self.list(lambda: (self.name(), self.node(types)))

    def bits(self, rows):
        mode = self.byte()
        need(mode <= 2, f"booleans {mode}")
        return [bit == 1 for bit in self.packed(rows, 1)] if mode == 2 else [mode == 1] * rows

    def packed(self, rows, bits):
        """Numbers of so many bits, side by side."""
        need(bits <= 56 or bits == 64, f"a width of {bits} bits")
        packed = self.word((rows * bits + 7) // 8)
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

    def split(self, rows, size):
        """Values of so many bytes: the last byte of each, then the one before of each."""
        data = self.take(rows * size)
        return b"".join(data[row::rows][::-1] for row in range(rows))

    def reals(self, form, rows):
        mode, size = self.byte(), struct.calcsize(form)
        need(mode <= 3, f"numbers {mode}")
        numbers = lambda data: [number for number, in struct.iter_unpack(form, data)]
        if mode < 3:
            count = rows if mode else 1
            found = numbers(self.split(count, size) if mode == 2 else self.take(count * size))
            return found if mode else found * rows
        power, count = 10.0 ** self.byte(), self.number()
        found = numbers(b"".join(struct.pack(form, number / power) for number in self.integers(rows, True)))
        for _ in range(count):
            place = self.word(4)
            found[place], = numbers(self.take(size))
        return found

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
            return [plain(number) for number in self.reals(REALS[kind], rows)]
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
            need(sum(lengths) == total, "lengths do not add up")
            elements = iter(self.column(node[1], total))
            return [list(itertools.islice(elements, length)) for length in lengths]
        if kind == RECORD:
            return self.records(node[1], rows)
        if kind == CASES:
            numbers = self.integers(rows)
            payloads = [iter(self.records(fields, self.number()) if fields else []) for _, fields in node[1]]
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
        data = self.take(raw_size(node))
        if node[0] in REALS:
            return plain(struct.unpack(REALS[node[0]], data)[0])
        return data.hex() if node[0] == BYTES else data[0]


class KeyedArchive:
    """The archive behind the columns."""
    def __init__(self, data, instances):
        archive = plistlib.loads(data, fmt=plistlib.FMT_BINARY)
        self.objects, self.top, self.instances, self.numbers = archive["$objects"], archive["$top"], instances, {}
        fields = [value for holder in self.objects if isinstance(holder, dict)
                  for key, value in holder.items() if key != "$class"]
        parts = [part for value in fields for part in (value if isinstance(value, list) else [value])]
        self.counts = collections.Counter(part.data for part in parts if isinstance(part, plistlib.UID))

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
        if not isinstance(value, plistlib.UID):
            return value.hex() if isinstance(value, bytes) else plain(value) if isinstance(value, float) else value
        number, found = value.data, self.objects[value.data]
        if not isinstance(found, dict):
            return None if found == "$null" else self.value(found)
        name = self.objects[found["$class"].data]["$classname"]
        if name in ("NSNull", "NSDate", "NSMutableString"):
            return self.value(found.get({"NSDate": "NS.time", "NSMutableString": "NS.string"}.get(name)))
        if not is_instance and self.counts[number] <= 1:
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
    if flags & 2:
        data, size = data[:-8], int.from_bytes(data[-8:], "little")
    if flags & 1:
        start = len(data) - 4 - int.from_bytes(data[-4:], "little")
        need(start >= 0, "size of a directory")
        data, directory = data[:start], data[start:-4]
    if flags & 2:
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
    return KeyedArchive(columns[reader.at:], instances).fill(values) if reader.at < len(columns) else values


def read_head(reader, mark, size, salt):
    """Returns bytes behind a mark and their checksum."""
    need(reader.take(4) == b"\xC3BA" + mark, f"the mark {mark}")
    expected, content = reader.word(4), reader.take(size)
    need(checksum(content) == expected ^ salt, f"checksum behind the mark {mark}")
    return content


def read_index(data, salt):
    """Returns the size and the number of elements of each batch."""
    reader = Reader(data)
    size = int.from_bytes(data[8:16], "little")
    table = Reader(read_head(reader, b"I", 8 + size, salt)[8:])
    batches = table.list(lambda: (table.number(), table.number()))
    zones = table.list(table.number)
    need(not zones or min(zones) > 0 and sum(zones) == len(batches), "zones")
    while table.at < len(table.data):
        size = table.number()
        need(not size or checksum(reader.take(size)) == table.word(4), "checksum of statistics")
    need(reader.at == len(data), "bytes behind the statistics")
    return batches


def read_sequence(reader, schema, instances):
    salt, end = 0, len(reader.data) - 24
    if reader.data[reader.at:reader.at + 4] == b"\xC3BAO":
        check(reader.take(44), "an origin")
        salt = int.from_bytes(reader.data[reader.at - 4:reader.at], "little")
    elements, size = struct.unpack("<QQ", read_head(Reader(reader.data[end:]), b"F", 16, salt))
    need(size <= end - reader.at, "the size of the index")
    listed = read_index(reader.data[end - size:end], salt) if size else None
    values, found = [], []
    while reader.at < end - size:
        byte_count, first, count, unsynced = struct.unpack("<QQII", read_head(reader, b"T", 24, salt))
        need(count > 0 and first == len(values) and not first < unsynced < 2**32 - 1, "numbers of a batch")
        values += read_body(reader.take(byte_count), schema, count, instances)
        found.append((byte_count, count))
    need(reader.at == end - size and len(values) == elements and listed in (None, found), "numbers of batches")
    return values


def read(data):
    reader = Reader(data)
    need(reader.take(4) == b"\xC3SCA", "not a column archive")
    need(reader.byte() == 1, "another version")
    flags, _ = reader.byte(), reader.name()
    need(flags <= 3, "flags of the header")
    description = Reader(reader.take(reader.number()))
    schema = description.node([])
    need(description.at == len(description.data), "bytes behind the schema")
    check(data[:reader.at + 4], "the header")
    reader.take(4)
    instances = []
    if flags & 1:
        value = read_sequence(reader, schema, instances)
    else:
        [value] = read_body(data[reader.at:], schema, 1, instances)
    return {"value": value, "instances": instances} if instances else value


if __name__ == "__main__":
    # The file has archives, each behind its size in eight bytes.
    with open(sys.argv[1], "rb") as file:
        while size := file.read(8):
            print(json.dumps(read(file.read(int.from_bytes(size, "little")))))
