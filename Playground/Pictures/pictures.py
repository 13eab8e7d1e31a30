#!/usr/bin/env python3
"""Draws the pictures of the README and the documentation, each in a light and a dark variant.

    Playground/Pictures/pictures.py            draws them from the texts in this folder
    Playground/Pictures/pictures.py --record   first records the texts: what the compiler and `archive` print
    Playground/Pictures/pictures.py --check    fails if a text or a picture is not what it would write

The last two need what `.ci/run` builds: the tests, and `archive` with the same folder for build products.
"""
import re
import subprocess
import sys
from html import escape
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
OUTPUT = ROOT / "Sources/StructCoding/StructCoding.docc/Resources"
BUILT = ROOT / ".build/debug"
FIXTURE = "Tests/Fixtures/column-v1/sessions.bin"
LINE, CHARACTER = 19, 7.83
MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

THEMES = {
    "": dict(page="#ffffff", box="#f5f7fa", edge="#c5ccd6", text="#1f2328", weak="#6a737d", strong="#0b5cad",
             word="#a626a4", string="#b0462d", type="#0b7285", good="#1a7f37", bad="#b35900", warning="#fff3d6"),
    "~dark": dict(page="#0d1117", box="#161b22", edge="#3b434d", text="#e6edf3", weak="#8b949e", strong="#79b8ff",
                  word="#d2a8ff", string="#ffa28b", type="#76d9e6", good="#56d364", bad="#e3a03c", warning="#3a2d0c"),
}
TOKEN = re.compile(
    r'(?P<string>"[^"]*")|(?P<word>\b(?:struct|var|let|class|final|override|typealias|static|func|init|extension|try|self|inout|some|'
    r'throws|if|nonisolated|import|true|private|return)\b)|(?P<type>@?\b[A-Z]\w*\b|@\w+)|(?P<weak>//.*|#\w+)')


class Picture:
    """Elements of an SVG in one theme."""

    def __init__(self, width, height, title, theme):
        self.theme, self.size = theme, (width, height)
        self.parts = [f"<title>{escape(title)}</title>",
                      f'<rect width="{width}" height="{height}" rx="10" fill="{theme["page"]}"/>']

    def box(self, x, y, width, height, fill="box", edge="edge"):
        self.parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="7" fill="{self.theme[fill]}" '
                          f'stroke="{self.theme[edge]}"/>')

    def text(self, x, y, text, color="text", size=13, anchor="start", weight="normal", mono=False):
        family = f' font-family="{MONO}"' if mono else ""
        self.parts.append(f'<text x="{x}" y="{y}" font-size="{size}" fill="{self.theme[color]}" text-anchor="{anchor}" '
                          f'font-weight="{weight}" xml:space="preserve"{family}>{escape(text)}</text>')

    def code(self, x, y, lines, colors=True):
        """Lines of monospaced text, whose tokens are coloured."""
        for number, line in enumerate(lines):
            self.colored(x, y + number * LINE, line, colors)

    def colored(self, x, y, line, colors):
        """One line, whose tokens are coloured; the font decides where each stands."""
        pieces, position = [], 0
        for match in TOKEN.finditer(line) if colors else []:
            pieces += [(line[position:match.start()], "text"), (match.group(), match.lastgroup)]
            position = match.end()
        pieces.append((line[position:], "text"))
        spans = "".join(f'<tspan fill="{self.theme[color]}">{escape(piece)}</tspan>' for piece, color in pieces if piece)
        self.parts.append(f'<text x="{x}" y="{y}" font-size="13" xml:space="preserve" font-family="{MONO}">{spans}</text>')

    def listing(self, x, y, width, title, lines, colors=True):
        """A box with a title and code; returns where it ends."""
        height = len(lines) * LINE + 44
        self.box(x, y, width, height)
        self.text(x + 14, y + 22, title, "weak", 12)
        self.code(x + 14, y + 46, lines, colors)
        return y + height

    def arrow(self, x1, y1, x2, y2, color="weak"):
        self.parts.append(f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{self.theme[color]}" stroke-width="1.6" fill="none" '
                          f'marker-end="url(#tip)"/>')

    def svg(self):
        width, height = self.size
        tip = (f'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
               f'orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="{self.theme["weak"]}"/></marker></defs>')
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
                'font-family="-apple-system, Segoe UI, Helvetica, Arial, sans-serif">\n'
                + "\n".join([tip, *self.parts]) + "\n</svg>\n")


def recorded(name):
    return (FOLDER / name).read_text().rstrip("\n").split("\n")


def coding(theme):
    """A struct beside what the macro writes."""
    struct, generated = recorded("Session.swift")[3:], recorded("expansion.txt")
    height = len(generated) * LINE + 92
    picture = Picture(1000, height, "A struct, and the extension that @Archivable writes", theme)
    end = picture.listing(20, 24, 280, "you write", struct)
    right = picture.listing(345, 24, 640, "the macro writes", generated)
    middle = 24 + (end - 24) // 2
    picture.arrow(304, middle, 339, middle)
    for number, (name, what) in enumerate([("encoded", "an NSObject for any NSCoder"), ("decoded", "the struct again"),
                                           ("KeyedArchive", "the bytes of NSKeyedArchiver")]):
        y = end + 46 + number * 42
        picture.text(30, y, name, "strong", mono=True)
        picture.text(30, y + 17, what, "weak", 12)
    assert right <= height
    return picture


def data_flow(theme):
    """Where a value goes."""
    picture = Picture(1000, 330, "A struct goes to frameworks as an object, to files as bytes", theme)
    picture.box(20, 120, 160, 90, edge="strong")
    picture.text(100, 158, "Session", "strong", 15, "middle", "bold", True)
    picture.text(100, 182, "your struct", "weak", 12, "middle")
    rows = [(30, ".encoded", "Session.Coding", "an NSObject", "Core Data · XPC · UserDefaults · pasteboards · state"),
            (130, "KeyedArchive", "keyed archive", "Apple's format", "files of NSKeyedArchiver, old ones too"),
            (230, "ColumnArchive", "column archive", "a column for each field", "large files · logs · Parquet for DuckDB, Spark")]
    for y, call, title, what, users in rows:
        picture.arrow(186, 165, 396, y + 35)
        picture.text(300, (165 + y + 35) // 2 - 8 if y != 130 else 155, call, "text", 12, "middle", mono=True)
        picture.box(404, y, 190, 70)
        picture.text(499, y + 30, title, "text", 14, "middle", "bold")
        picture.text(499, y + 51, what, "weak", 12, "middle")
        picture.arrow(600, y + 35, 646, y + 35)
        picture.text(656, y + 40, users, "text", 13)
    return picture


def releases(theme):
    """Three releases of a model, and which file opens where."""
    columns = [
        ("release 1", ["@Archivable", "struct Trip {", "  var name: String", "}"]),
        ("release 2", ["@Archivable", "struct Trip {", '  @Stored("name") var title: String', "  var tags: [String] = []", "}"]),
        ("release 3", ["@Archivable(version: 2)", "struct Trip: ArchiveUpgradable {", '  @Stored("name") var title: String',
                       "  var tags: Set<String> = []", "  // upgrade(_:from:) makes a set", "  // of the array", "}"]),
    ]
    picture = Picture(1000, 400, "Files of older releases open in newer ones", theme)
    for number, (title, lines) in enumerate(columns):
        picture.listing(20 + number * 326, 20, 310, title, lines + [""] * (7 - len(lines)))
    files = [("file of release 1", ["as written", "tags get their\ninitial value", "tags get their\ninitial value"]),
             ("file of release 2", ["tags are skipped", "as written", "tags are upgraded"]),
             ("file of release 3", ["an error that names\nthe version", "an error that names\nthe version", "as written"])]
    for row, (title, cells) in enumerate(files):
        y = 246 + row * 50
        for number, cell in enumerate(cells):
            x = 20 + number * 326
            bad = cell.startswith("an error")
            skipped = number < row and not bad
            picture.box(x, y - 19, 310, 44, edge="bad" if bad or skipped else "good")
            picture.text(x + 12, y + 7, title, "weak", 12)
            for line, text in enumerate(cell.split("\n")):
                lines = cell.count("\n")
                picture.text(x + 120, y + 7 + line * 16 - lines * 8, text, "bad" if bad or skipped else "good", 12)
    return picture


def view(theme):
    """What `archive inspect` prints about a file."""
    lines = recorded("inspect.txt")
    picture = Picture(760, len(lines) * LINE + 96, "The output of archive inspect", theme)
    picture.listing(20, 20, 720, "no type needed", ["$ archive inspect sessions.column", *lines], colors=False)
    return picture


def diagnostic(theme):
    """A warning at the line that causes it."""
    source, (line, column, *messages) = recorded("Trip.swift")[3:], recorded("diagnostic.txt")
    picture = Picture(1000, 270, "A diagnostic of the macro, at the line that causes it", theme)
    picture.box(20, 20, 960, 230)
    at = int(line) - 4
    y = 52
    for number, text in enumerate(source):
        picture.colored(36, y, text, True)
        if number == at:
            picture.box(36 + 30 * CHARACTER, y - 15, 960 - 62 - 30 * CHARACTER, LINE * len(messages) + 8, "warning", "bad")
            for row, message in enumerate(messages):
                picture.text(48 + 30 * CHARACTER, y + row * LINE, message, "bad" if row < 3 else "strong", 12)
        y += LINE
    assert y < 250 and int(column) > 0
    return picture


def products(theme):
    """The products, and which of them one starts with."""
    picture = Picture(1000, 330, "The products of the package", theme)
    picture.box(350, 24, 300, 76, edge="strong")
    picture.text(500, 56, "StructCoding", "strong", 16, "middle", "bold")
    picture.text(500, 80, "start here: macro, Coding, keyed archives", "weak", 12, "middle")
    groups = [
        ("in Apple's frameworks", [("ManagedObjects", "properties in Core Data"), ("LiveValues", "observable, cached"),
                                   ("SystemValues", "colours, fonts, texts")]),
        ("files of your own", [("ColumnArchives", "large, fast, in part"), ("ArchiveLogs", "survive kills"),
                               ("ParquetExport", "for data engines")]),
        ("files of others", [("ArchiveDocuments", "without their types"), ("FastCoding", "that library's files"),
                             ("archive", "the program")]),
        ("in tests", [("StructCodingTesting", "round trips, old files")]),
    ]
    for number, (title, names) in enumerate(groups):
        x = 20 + number * 245
        picture.arrow(500, 104, x + 112, 146)
        picture.text(x + 112, 166, title, "text", 13, "middle", "bold")
        for row, (name, what) in enumerate(names):
            picture.box(x, 178 + row * 48, 225, 42)
            picture.text(x + 112, 196 + row * 48, name, "text", 13, "middle")
            picture.text(x + 112, 212 + row * 48, what, "weak", 11, "middle")
    return picture


PICTURES = {"coding": coding, "data-flow": data_flow, "releases": releases, "view": view, "diagnostic": diagnostic,
            "products": products}


def compiled(source):
    """What the compiler prints about a source, with the expansions of its macros."""
    maps = [f"-Xcc -fmodule-map-file={map}" for map in sorted(BUILT.glob("C*.build/module.modulemap")) if "-tool" not in str(map)]
    command = ["swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-module-name", "App", "-I", str(BUILT / "Modules"),
               "-load-plugin-executable", f"{BUILT / 'StructCodingMacros-tool'}#StructCodingMacros", "-dump-macro-expansions",
               *" ".join(maps).split(), str(source)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return result.stderr


def record():
    """The texts that are what programs print."""
    output = compiled(FOLDER / "Session.swift")
    expansion = output.split("fMe_.swift\n")[1].split("-" * 30 + "\n")[1]
    expansion = expansion.replace("StructCoding::_", "").replace("StructCoding::", "").replace("Swift::", "")
    expansion = expansion.replace("> = .init(", "> =\n    .init(")
    warned = compiled(FOLDER / "Trip.swift")
    found = re.search(r"Trip\.swift:(\d+):(\d+): warning: (.*?) \(from macro", warned)
    line, column, message = found.groups()
    first, second = message.split(": each", 1)
    second, third = second.split("; ", 1)
    notes = re.findall(r"note: (.*)", warned)
    cures = dict.fromkeys(note for note in notes if note.startswith("m"))
    messages = [first + ":", "each" + second + ";", third, *(f"Fix: {cure}" for cure in cures)]
    inspected = subprocess.run([str(BUILT / "archive"), "inspect", FIXTURE], cwd=ROOT, capture_output=True, text=True, check=True)
    text = inspected.stdout.replace(FIXTURE, "sessions.column")
    return {"expansion.txt": expansion.rstrip("\n") + "\n", "diagnostic.txt": "\n".join([line, column, *messages]) + "\n",
            "inspect.txt": text}


def main():
    check = "--check" in sys.argv
    stale = []
    if check or "--record" in sys.argv:
        for name, text in record().items():
            if check:
                if (FOLDER / name).read_text() != text:
                    stale.append(name)
            else:
                (FOLDER / name).write_text(text)
    OUTPUT.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        for suffix, theme in THEMES.items():
            file, text = OUTPUT / f"{name}{suffix}.svg", draw(theme).svg()
            if check:
                if not file.exists() or file.read_text() != text:
                    stale.append(file.name)
            else:
                file.write_text(text)
    if stale:
        sys.exit(f"not what is printed now: {', '.join(stale)}; run Playground/Pictures/pictures.py --record")


main()
