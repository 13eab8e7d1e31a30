import ArchiveDocuments
import ArgumentParser
import Foundation
import StructCoding

/// `archive diff`: shows the differences between two files.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares two files of the same or of different formats.",
    discussion: """
      Prints one line for each difference, with its path: + for content of the second file only, - for content of the \
      first file only, and old → new for changed values. Exits with 0 if there are none, with 1 if there are some, and \
      with 2 for errors.

      Some formats store more than others: a column archive has no class names below its elements, and FastCoding \
      omits fields that are nil. --ignore-classes and --ignore-nil ignore such differences.

      Values are compared, not how they are stored. --exact compares the object tables of two keyed archives as any \
      other program sees them: what lies inline in an object and what is an object of its own, the kind of each value, \
      classes with $classes and $classhints, which places refer to one object, and objects that nothing refers to. Only \
      the order of objects and the bytes have no meaning.

      Examples:
        archive diff before.archive after.archive
        archive diff --quiet a.json b.plist || echo different
        archive diff --exact original.archive copy.archive
        archive diff --json --ignore-classes sessions.archive sessions.column | jq '.differences[].path'
      """)

  @Argument(help: "The first file; - for the standard input.", completion: .file())
  var first: String

  @Argument(help: "The second file; - for the standard input.", completion: .file())
  var second: String

  @Flag(name: .shortAndLong, help: "Print nothing; only set the exit code.")
  var quiet = false

  @Flag(help: "Treat records of different classes, cases or versions as equal if their fields are equal.")
  var ignoreClasses = false

  @Flag(help: "Treat a field that is nil as missing.")
  var ignoreNil = false

  @Flag(help: "Compare two keyed archives object by object, as they are stored.")
  var exact = false

  @Option(name: .shortAndLong, help: "The number of differences to report.")
  var limit = 1_000

  @Flag(help: "Write JSON. Its keys are stable between versions of the tool.")
  var json = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var progress: ProgressOptions

  func validate() throws {
    guard (1...1_000_000).contains(limit) else {
      throw ValidationError("--limit takes a number from 1 to 1,000,000, not \(limit).")
    }
    guard !exact || !(ignoreClasses || ignoreNil) else {
      throw ValidationError("--exact ignores nothing: leave out --ignore-classes and --ignore-nil.")
    }
    guard first != "-" || second != "-" else {
      throw ValidationError("Only one of the files can be the standard input.")
    }
  }

  func run() throws {
    try limits.withStack { try exact ? compareTables() : compareValues() }
  }

  private func compareValues() throws {
    let shown = progress.shown
    let old = try read(first, shown)
    let new = try read(second, shown)
    let found = shown.during("comparing") {
      // One difference more than the limit shows that there are more.
      new.node.differences(from: old.node, limit: ignoreClasses || ignoreNil ? .max : quiet ? 1 : limit + 1)
    }
    try report(
      found.filter { !(ignoreClasses && $0.isOfClass) && !(ignoreNil && $0.isOfNil) },
      [old.format, new.format]
    ) { $0.json }
  }

  private func compareTables() throws {
    let shown = progress.shown
    let (old, new) = (try InputFile(first), try InputFile(second))
    let archives = try [old, new].map { input in
      try shown.during("reading \(input.name)") { try input.keyedArchive(limits) }
    }
    let found = try shown.during("comparing") {
      try new.reading(Failure.trouble) {
        try archives[1].tableDifferences(from: archives[0], limit: quiet ? 1 : limit + 1)
      }
    }
    try report(found, [.keyedArchive, .keyedArchive]) { $0.json }
  }

  private func read(_ path: String, _ shown: Progress) throws -> ArchiveDocument {
    let input = try InputFile(path)
    return try input.reading(Failure.trouble) {
      try shown.during("reading \(input.name)") {
        try ArchiveDocument(input.data, options: .init(limits: limits.limits), formats: .all)
      }
    }
  }

  /// Reports the differences, and throws the exit code if there are some.
  private func report<Difference: CustomStringConvertible>(
    _ differences: [Difference], _ formats: [ArchiveFormat], _ node: (Difference) -> ArchiveNode
  ) throws {
    let isMore = differences.count > limit
    let reported = differences.prefix(limit)
    func file(_ path: String, _ format: ArchiveFormat) -> ArchiveNode {
      ["file": .string(path), "format": .string(format.name)]
    }
    if json, !quiet {
      let report: ArchiveNode = [
        "first": file(first, formats[0]), "second": file(second, formats[1]),
        "isEqual": .bool(differences.isEmpty), "isComplete": .bool(!isMore),
        "differences": .array(reported.map(node)),
      ]
      print(try report.jsonText(isPretty: true))
    } else if !quiet {
      for difference in reported { print(printable("\(difference)")) }
      if isMore { print("… more differences; --limit sets how many are reported") }
    }
    if !differences.isEmpty { throw ExitCode(1) }
  }
}

extension ArchiveTableDifference {
  fileprivate var json: ArchiveNode {
    [
      "kind": .string(old == nil ? "added" : new == nil ? "removed" : "changed"),
      "path": .string("\(path)"), "formerPath": .string("\(path)"),
      "old": old.map { .string($0) } ?? .null, "new": new.map { .string($0) } ?? .null,
    ]
  }
}

extension ArchiveDifference {
  fileprivate var isOfClass: Bool { if case .classChanged = kind { true } else { false } }

  fileprivate var isOfNil: Bool {
    switch kind {
    case .added(let node), .removed(let node): node.isNull
    default: false
    }
  }

  fileprivate var json: ArchiveNode {
    let (old, new) = texts
    let name =
      switch kind {
      case .added: "added"
      case .removed: "removed"
      case .changed: "changed"
      case .classChanged: "classChanged"
      }
    return [
      "kind": .string(name), "path": .string("\(path)"), "formerPath": .string("\(formerPath)"),
      "old": old.map { .string($0) } ?? .null, "new": new.map { .string($0) } ?? .null,
    ]
  }
}
