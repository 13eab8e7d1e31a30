#!/usr/bin/env python3
"""Measures what each product costs its user: `Playground/CompileTime/products.py [--release] [--macros] [--scratch DIR]`.

Prints a table in Markdown. For each product, a program makes one call of it; the table has the program's size, stripped and
linked with the toolchain's shared libraries, and the processor time of its first build after the products above it. The
last rows are 100 types with ten fields. It needs a fresh scratch folder, which it makes, and takes minutes.
"""
import argparse
import os
import re
import resource
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The ten fields of a type, as `compile-time` has them.
FIELDS = re.findall('"([A-Za-z]+: [^"]+)"', (ROOT / "Playground/CompileTime/Sources/compile-time/Variant.swift").read_text())
PROGRAMS = {
    "Foundation": ("a program with Foundation's `PropertyListEncoder`", [], "print(try PropertyListEncoder().encode([1, 2, 3]).count)"),
    "StructCoding": ("`StructCoding`", ["StructCoding"], "print(try KeyedArchive.encode([1, 2, 3]).count)"),
    "LiveValues": ("`LiveValues`", ["LiveValues"], "print(LiveValue([1, 2, 3]).value.count)"),
    "SystemValues": ("`SystemValues`", ["SystemValues", "StructCoding"], "print(try KeyedArchive.encode([ArchivedColor]()).count)"),
    "ColumnArchives": ("`ColumnArchives`", ["ColumnArchives"], "print(try ColumnArchive.encode([1, 2, 3]).count)"),
    "ArchiveLogs": ("`ArchiveLogs`", ["ArchiveLogs"],
                    "let log = try ArchiveLog<Int>(in: URL(fileURLWithPath: CommandLine.arguments[1]))\ntry await log.append(1)"),
    "ParquetExport": ("`ParquetExport`", ["ParquetExport"],
                      "print(try Parquet.write([1, 2, 3], to: URL(fileURLWithPath: CommandLine.arguments[1])))"),
    "ArchiveDocuments": ("`ArchiveDocuments`", ["ArchiveDocuments"], "print(try ArchiveDocument(Data(\"[1]\".utf8)).node)"),
    "FastCoding": ("`FastCoding`", ["FastCoding"], "print(try FastCodingArchive.encode([1, 2, 3]).count)"),
    "Codable": ("100 `Codable` types", [], None),
    "Archivable": ("100 `@Archivable` types", ["StructCoding"], None),
}


def source(name):
    """The main file of a program."""
    _, products, body = PROGRAMS[name]
    imports = "".join(f"import {product}\n" for product in ["Foundation", *products])
    if body is not None:
        return imports + body + "\n"
    types = ""
    for number in range(100):
        attribute, conformance = ("@Archivable\n", "") if name == "Archivable" else ("", ": Codable")
        fields = "".join(f"  var {field}\n" for field in FIELDS)
        types += f"{attribute}struct Model{number}{conformance} {{\n{fields}}}\n"
    coder = "KeyedArchive.encode" if name == "Archivable" else "PropertyListEncoder().encode"
    return imports + types + "".join(f"print(try {coder}([Model{number}]()).count)\n" for number in range(100))


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--macros", action="store_true")
    parser.add_argument("--scratch", default=str(ROOT / "Playground/CompileTime/.build/products"))
    options = parser.parse_args()
    package = Path(options.scratch).absolute()
    shutil.rmtree(package, ignore_errors=True)
    programs = {name: program for name, program in PROGRAMS.items() if options.macros or name != "Archivable"}
    targets = ""
    for name, (_, products, _) in programs.items():
        folder = package / "Sources" / f"Use{name}"
        folder.mkdir(parents=True)
        (folder / "main.swift").write_text(source(name))
        used = ", ".join(f'.product(name: "{product}", package: "StructCoding")' for product in products)
        targets += f'    .executableTarget(name: "Use{name}", dependencies: [{used}]),\n'
    traits = "" if options.macros else ", traits: []"
    (package / "Package.swift").write_text(
        "// swift-tools-version: 6.2\nimport PackageDescription\n\nlet package = Package(\n"
        f'  name: "Uses", platforms: [.macOS(.v14)],\n  dependencies: [.package(name: "StructCoding", path: "{ROOT}"{traits})],\n'
        f"  targets: [\n{targets}  ])\n")
    command = ["swift", "build", "--package-path", str(package), "-c", "release" if options.release else "debug"]
    subprocess.run(["swift", "package", "--package-path", str(package), "resolve"], check=True, capture_output=True)
    print("| product | size | first build |\n|---|--:|--:|")
    for name, (title, _, _) in programs.items():
        before = processor_time()
        subprocess.run([*command, "--product", f"Use{name}"], check=True, capture_output=True)
        seconds = processor_time() - before
        built = Path(subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip())
        stripped = package / "stripped"
        subprocess.run(["strip", "-o", str(stripped), str(built / f"Use{name}")], check=True)
        print(f"| {title} | {os.path.getsize(stripped) / 1e6:.2f} MB | {seconds:.0f} s |", flush=True)


main()
