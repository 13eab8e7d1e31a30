#!/usr/bin/env python3
"""Writes the benchmark tables of the page Speed and of README.md, and the page's chart, from the figures in results.json.

USAGE: publish.py            Write tables and chart.
       publish.py --keep     First read new figures from standard input, and keep the others that were not measured
                             again, unless they are from another machine. `benchmarks --publish` runs this.
       publish.py --verify   Exit with 1 if tables or chart do not match the figures.
"""
import json
import math
import os
import platform
import subprocess
import sys
from html import escape
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
CATALOGUE = FOLDER.parents[1] / "Sources/StructCoding/StructCoding.docc"
RESULTS, CHART = FOLDER / "results.json", CATALOGUE / "Resources/speed.svg"
PAGE, README = CATALOGUE / "Speed.md", FOLDER / "README.md"

DATASETS = {
    "log": "10,000 lines",
    "mesh": "125,000 triangles",
    "minecraft_savedata": "500 players",
    "mk48": "1,000 game updates",
    "sessions": "20,000 events in 2,000 sessions",
    "one event": "a date and a string",
}
# The coders of every data set: the name in results.json, the title, and the style in the chart.
CODERS = [
    ("ColumnArchive", "`ColumnArchive`", "column"),
    ("KeyedArchive", "`KeyedArchive`", "keyed"),
    ("swift-protobuf", "swift-protobuf", "other"),
    ("property list", "`PropertyListEncoder`", "other"),
    ("JSON", "`JSONEncoder`", "other"),
    ("memcpy", "copying the bytes", "copy"),
]


def rounded(value):
    return math.floor(value + 0.5)


def digits(value):
    return f"{value:.{2 if value < 0.995 else 1 if value < 9.95 else 0}f}"


def as_time(ms):
    """Two or three digits that count, in the unit that suits them: 0.18 µs, 36 ms, 1.2 s."""
    if ms < 0.0995:
        return digits(ms * 1000) + " µs"
    return digits(ms) + " ms" if ms < 999.5 else digits(ms / 1000) + " s"


def as_ratio(value):
    """1.4×, 144×, 1/25."""
    if value < 0.5:
        return f"1/{rounded(1 / value):,}"
    return f"{value:.1f}×" if value < 9.95 else f"{value:.0f}×" if value < 999.5 else f"{rounded(value / 100) * 100:,}×"


class Measurements:
    def __init__(self, kept):
        self.machine, self.results = kept["machine"], {(r["dataset"], r["contender"]): r for r in kept["results"]}

    def get(self, dataset, coder):
        if (dataset, coder) not in self.results:
            sys.exit(f"publish.py: there is no result of {coder} for “{dataset}”: measure it")
        return self.results[dataset, coder]

    def keep(self, newer):
        machine = this_machine()
        if machine != self.machine:
            self.machine, self.results = machine, {}
        self.results.update({(r["dataset"], r["contender"]): r for r in newer})

    def json(self):
        kept = {"machine": self.machine, "results": list(self.results.values())}
        return json.dumps(kept, indent=2, sort_keys=True, separators=(",", " : "), ensure_ascii=False) + "\n"


def this_machine():
    def said(file, key, separator):
        lines = Path(file).read_text(encoding="utf-8").splitlines() if os.path.exists(file) else []
        return next((line.split(separator, 1)[1].strip(' \t"') for line in lines if line.startswith(key)), None)

    def output(*command):
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()

    if platform.system() == "Darwin":
        processor, system = output("sysctl", "-n", "machdep.cpu.brand_string"), "macOS " + platform.mac_ver()[0]
    else:
        processor = said("/proc/cpuinfo", "model name", ":")
        system = said("/etc/os-release", "PRETTY_NAME", "=") or "Linux"
    words = output("swift", "--version").split()
    return {
        "processor": processor or "unknown processor",
        "cores": os.cpu_count(),
        "system": f"{system} {platform.machine().replace('x86_64', 'x86-64').replace('aarch64', 'arm64')}",
        "swift": words[words.index("version") + 1] if "version" in words else "unknown",
    }


# Tables

def table(header, rows):
    lines = [header, ["---"] + ["--:"] * (len(header) - 1)] + rows
    text = ["|" + "".join(f" {cell} |" if cell else " |" for cell in cells) for cells in lines]
    text[1] = text[1].replace(" ", "")
    return "\n".join(text)


def times(result):
    return [as_time(result["encode"]), as_time(result["decode"])]


def summary(measured):
    """The two tables of the page: times and bytes of each data set."""
    machine, coders = measured.machine, CODERS[:-1]

    def comparison(name, cell):
        return table([name] + [title for _, title, _ in coders], [
            [f"{dataset}: {size}"] + [cell(measured.get(dataset, coder)) for coder, _, _ in coders]
            for dataset, size in DATASETS.items()])

    return "\n\n".join([
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, Swift {machine['swift']}. "
        "Processor time, medians of interleaved rounds.",
        comparison("Encode / decode", lambda result: " / ".join(times(result))),
        comparison("Bytes", lambda result: f"{result['bytes']:,}"),
    ]) + "\n"


def details(measured):
    """The tables of README.md: other heaps, paths, instances of classes, NSKeyedArchiver on Linux, large archives."""
    get = measured.get

    def coders(dataset, titles):
        rows = [(title, get(dataset, coder)) for coder, title in titles.items()]
        return table(["", "encode", "decode", "bytes"], [[t, *times(r), f"{r['bytes']:,}"] for t, r in rows])

    def paths():
        def time(reader):
            return get("1000000 events", reader)["decode"]
        every = time("decode")
        rows = [[title, as_time(time(reader)), f"1/{rounded(every / time(reader))}"] for reader, title in {
            "values at path": "`values(at: Event.path.timeStamp)`",
            "filter by path": "`positions(where:)`, half of them match",
            "filter by path, decode 1%": "`elements(where:)`, 1 % match",
        }.items()]
        return table(["", "time", "of decoding all"], [["decode all", as_time(every), ""], *rows])

    def heaps():
        """The least and the median of ColumnArchive's rounds, with both heaps; nothing if they were not measured."""
        def both(result, way):
            return f"{as_time(result['least' + way.capitalize()])} / {as_time(result[way])}"
        found = [(dataset, get(dataset, "ColumnArchive"), measured.results.get((dataset, "ColumnArchive, default heap")))
                 for dataset in DATASETS]
        rows = [[f"{dataset}: {DATASETS[dataset]}"] + [both(r, way) for r in (kept, default) for way in ("encode", "decode")]
                for dataset, kept, default in found if default]
        return [
            "`ColumnArchive`, fastest round and median, where the heap keeps freed memory and with the C\n"
            "library's own settings, which give some of it back to the system after each round:",
            table(["", "encode", "decode", "encode, default heap", "decode, default heap"], rows),
        ] if rows else []

    column = times(get("sessions, 10000000 events", "ColumnArchive, fastest"))
    keyed = times(get("sessions, 2000000 events", "KeyedArchive, fastest"))
    ours = {"KeyedArchive": "`KeyedArchive`", "ColumnArchive": "`ColumnArchive`"}
    return "\n\n".join([
        *heaps(),
        "1,000,000 events in a column archive, read by a path:",
        paths(),
        "200,000 instances of a class in one chain, against a tree of as many structs with the same\n"
        "content, since `Codable` neither keeps instances apart nor goes so deep:",
        coders("200000 instances", {**ours, "property list": "`PropertyListEncoder`, the tree of structs"}),
        "400 records of four fields, against the same content as `NSDictionary`:",
        coders("visits", {"KeyedArchive": "`KeyedArchive`", "NSKeyedArchiver": "`NSKeyedArchiver` on Linux"}),
        f"At best, 10,000,000 events in 1,000,000 sessions take `ColumnArchive` {column[0]} to encode and\n"
        f"{column[1]} to decode, and 2,000,000 in 200,000 take `KeyedArchive` {keyed[0]} and {keyed[1]}.",
    ]) + "\n"


def filled(file, text):
    """The file with another text between its two comments."""
    begin, end = "<!-- benchmarks: begin -->\n", "<!-- benchmarks: end -->"
    before, rest = file.read_text(encoding="utf-8").split(begin)
    return f"{before}{begin}\n{text}\n{end}{rest.split(end)[1]}"


# Chart

# Colours that are legible in both schemes. The drawing includes its background, since the page that shows it may have
# another scheme than the system.
STYLE = """\
:root { color-scheme: light dark; --page: #ffffff; --edge: #d1d9e0; --grid: #e7ebef; --text: #1f2328;
  --note: #59636e; --column: #0969da; --keyed: #1a7f37; --other: #818b98; --copy: #bf5b04; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d1117; --edge: #3d444d; --grid: #21262d; --text: #f0f6fc; --note: #9198a1;
    --column: #58a6ff; --keyed: #3fb950; --other: #7d8590; --copy: #f0883e; }
}
text { font: 12px system-ui, -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif;
  fill: var(--text); }
.dataset, .coder, .figure, .note { paint-order: stroke; stroke: var(--page); stroke-width: 4px;
  stroke-linejoin: round; }
.title { font-size: 16px; font-weight: 600; }
.panel { font-size: 14px; font-weight: 600; }
.dataset, .ours { font-weight: 600; }
.note, .axis, .coder, .figure { fill: var(--note); }
.axis { font-size: 11px; }
.figure { font-variant-numeric: tabular-nums; }
.ours { fill: var(--text); }
.page { fill: var(--page); stroke: var(--edge); }
.grid, .rule { stroke: var(--grid); }
.rule { stroke: var(--edge); }
.ratio { stroke-width: 2; stroke-opacity: 0.45; }
.column { fill: var(--column); stroke: var(--column); }
.keyed { fill: var(--keyed); stroke: var(--keyed); }
.other { fill: var(--other); stroke: var(--other); }
.copy { fill: var(--page); stroke: var(--copy); stroke-width: 2; }
"""
WIDTH, MARGIN, TOP, BOTTOM, ROW = 880, 18, 106, 30, 18
# Leaves room for names left of the panels, and for the label right of the greatest time.
LEFT, LABEL, GAP = MARGIN + 128 + 16, 118, 4
PANEL = (WIDTH - LEFT - GAP) / 2
POWERS = {-3: "1 µs", -2: "10 µs", -1: "100 µs", 0: "1 ms", 1: "10 ms", 2: "100 ms", 3: "1 s", 4: "10 s", 5: "100 s"}


def chart(measured):
    """Who takes how long for which data set. Time goes to the right, on a logarithmic scale, so that the line from
    ColumnArchive to another coder is as long as the ratio of their times."""
    names = [dataset for dataset in DATASETS if dataset != "one event"]
    groups = [[measured.get(dataset, coder) for coder, _, _ in CODERS] for dataset in names]
    titles = [title.strip("`") for _, title, _ in CODERS]
    logs = [math.log10(result[way]) for group in groups for result in group for way in ("encode", "decode")]
    low, high = min(logs) - 0.05, max(logs)
    height = TOP + len(groups) * ROW * (len(CODERS) + 2) + BOTTOM
    elements = []

    def n(value):
        return f"{value:.0f}" if value == int(value) else f"{value:.1f}"

    def text(words, x, y, style, anchor=""):
        anchor = anchor and f' text-anchor="{anchor}"'
        elements.append(f'<text class="{style}" x="{n(x)}" y="{n(y)}"{anchor}>{escape(words, quote=False)}</text>')

    def line(x1, y1, x2, y2, style):
        elements.append(f'<line class="{style}" x1="{n(x1)}" y1="{n(y1)}" x2="{n(x2)}" y2="{n(y2)}"/>')

    def place(log):
        return (log - low) / (high - low) * (PANEL - LABEL)

    def middle(row, group):
        return TOP + ROW * ((len(CODERS) + 2) * group + row + 1.6)

    elements.append(
        f'<rect class="page" x="0.5" y="0.5" width="{n(WIDTH - 1)}" height="{n(height - 1)}" rx="8"/>')
    text("Time to encode and to decode, less is better", MARGIN, 30, "title")
    text("Logarithmic scale. Behind each time: how many times that of ColumnArchive.", MARGIN, 49, "note")
    for way, left in ("encode", LEFT), ("decode", LEFT + PANEL + GAP):
        text(way.capitalize(), left, TOP - 22, "panel")
        for power in range(math.ceil(low), math.floor(high) + 1):
            x = left + place(power)
            line(x, TOP + 2, x, height - BOTTOM, "grid")
            # If powers of ten are close together, only every second one has a label.
            if place(1) - place(0) > 46 or power % 2 == 0:
                text(POWERS[power], x, TOP - 6, "axis", "middle")
                text(POWERS[power], x, height - BOTTOM + 16, "axis", "middle")
        for index, group in enumerate(groups):
            first = group[0][way]
            for row, (result, (_, _, style)) in enumerate(zip(group, CODERS)):
                time, y = result[way], middle(row, index)
                start, end = left + place(math.log10(first)), left + place(math.log10(time))
                if abs(end - start) > 1:
                    line(start, y, end, y, f"ratio {style}")
                ours = style in ("column", "keyed")
                elements.append(f'<circle class="{style}" cx="{n(end)}" cy="{n(y)}" r="{5 if ours else 4}"/>')
                ratio = f" · {as_ratio(time / first)}" if row else ""
                text(as_time(time) + ratio, max(start, end) + 9, y + 4, "figure ours" if ours else "figure")
    for index, dataset in enumerate(names):
        y = middle(0, index) - ROW
        if index:
            line(MARGIN, y - 15, WIDTH - MARGIN, y - 15, "rule")
        text(dataset, MARGIN, y + 4, "dataset")
        text(DATASETS[dataset], LEFT, y + 4, "note")
        for row, title in enumerate(titles):
            text(title, LEFT - 16, middle(row, index) + 4, "coder ours" if row < 2 else "coder", "end")

    # All figures, for readers who cannot see the chart.
    description = " ".join(f"{dataset}, {DATASETS[dataset]}, to encode and to decode: " + "; ".join(
        f"{title} {as_time(result['encode'])} and {as_time(result['decode'])}"
        for title, result in zip(titles, group)) + "." for dataset, group in zip(names, groups))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {n(height)}" width="{WIDTH}" height="{n(height)}" \
role="img" aria-labelledby="title description">
<title id="title">Time to encode and to decode, by data set and coder</title>
<desc id="description">{escape(description, quote=False)}</desc>
<style>
{STYLE}</style>
""" + "\n".join(elements) + "\n</svg>\n"


def main(arguments):
    if arguments not in ([], ["--keep"], ["--verify"]):
        print(__doc__)
        return 0 if arguments == ["--help"] else 2
    measured = Measurements(json.loads(RESULTS.read_text(encoding="utf-8")))
    if arguments == ["--keep"]:
        measured.keep(json.load(sys.stdin))
    made = {
        PAGE: filled(PAGE, summary(measured)),
        README: filled(README, details(measured)),
        CHART: chart(measured),
        RESULTS: measured.json(),
    }
    other = [file for file, text in made.items() if file.read_text(encoding="utf-8") != text]
    if arguments == ["--verify"]:
        for file in other:
            print(f"{file.name} is not what the figures give; Playground/Benchmarks/publish.py makes it so", file=sys.stderr)
        return 1 if other else 0
    for file in other:
        file.write_text(made[file], encoding="utf-8")
    return 0


sys.exit(main(sys.argv[1:]))
