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

      Examples:
        archive diff before.archive after.archive
        archive diff --quiet a.json b.plist || echo different
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
    guard first != "-" || second != "-" else {
      throw ValidationError("Only one of the files can be the standard input.")
    }
  }

  func run() throws {
    let shown = progress.shown
    let old = try read(first, shown)
    let new = try read(second, shown)
    let found = shown.during("comparing") {
      // One difference more than the limit shows that there are more.
      new.node.differences(from: old.node, limit: ignoreClasses || ignoreNil ? .max : quiet ? 1 : limit + 1)
    }
    let differences = found.filter { !(ignoreClasses && $0.isOfClass) && !(ignoreNil && $0.isOfNil) }
    if !quiet { report(differences, old, new) }
    if !differences.isEmpty { throw ExitCode(1) }
  }

  private func read(_ path: String, _ shown: Progress) throws -> ArchiveDocument {
    let input = try InputFile(path)
    return try input.reading(Failure.trouble) {
      try shown.during("reading \(input.name)") {
        try ArchiveDocument(input.data, options: .init(limits: limits.limits), formats: .all)
      }
    }
  }

  private func report(_ differences: [ArchiveDifference], _ old: ArchiveDocument, _ new: ArchiveDocument) {
    let isMore = differences.count > limit
    let reported = differences.prefix(limit)
    if json {
      print(
        JSONText.object([
          ("first", file(first, old)), ("second", file(second, new)), ("isEqual", .bool(differences.isEmpty)),
          ("isComplete", .bool(!isMore)), ("differences", .array(reported.map(\.json))),
        ]).text(isPretty: true))
      return
    }
    for difference in reported { print(printable("\(difference)")) }
    if isMore { print("… more differences; --limit sets how many are reported") }
  }

  private func file(_ path: String, _ document: ArchiveDocument) -> JSONText {
    .object([("file", .string(path)), ("format", .string(document.format.name))])
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

  fileprivate var json: JSONText {
    let (name, old, new): (String, String?, String?) =
      switch kind {
      case .added(let node): ("added", nil, "\(node)")
      case .removed(let node): ("removed", "\(node)", nil)
      case .changed(let from, let to): ("changed", "\(from)", "\(to)")
      case .classChanged(let from, let to): ("classChanged", from, to)
      }
    return .object([
      ("kind", .string(name)), ("path", .string("\(path)")), ("formerPath", .string("\(formerPath)")),
      ("old", old.map { .string($0) } ?? .null), ("new", new.map { .string($0) } ?? .null),
    ])
  }
}
