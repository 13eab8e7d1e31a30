import ArchiveDocuments
import ArgumentParser
import FastCoding
import Foundation
import StructCoding

/// `archive convert`: writes a file in another format.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a file in another format.",
    discussion: """
      Detects the input format from the bytes. --to sets the output format, or else the extension of the output does: \
      .keyedarchive and .archive for keyed archives, .column for column archives, .fast for FastCoding files, .json, \
      .plist for binary and .xml for XML property lists. JSON and property lists use keywords such as $class and $date \
      for what they cannot represent otherwise, also when they are read; --plain writes JSON without keywords, and \
      reports what is lost. It copies shared objects to each of their places, 1 MiB of copies in all; what would take \
      more is written as a reference, {"$ref": "#/path/to/the/first"}. --references writes no copies at all.

      The output is written completely or not at all: it appears under its name only when it is complete. An existing \
      file is not replaced unless --force is given. Some formats lose information, such as classes and identity, which \
      is reported in lines that begin with lost. --check reads the output back, and writes it only if its values equal \
      those of the input. From a keyed archive to \
      a keyed archive, it compares the object tables as archive diff --exact does; to another format, it says whether a \
      keyed archive made of the output would have the same table. Objects that nothing refers to are left out, and \
      their number is reported.

      A column archive that a program wrote stores only the class of its elements, but a keyed archive needs the \
      classes of all records: --class sets them by column, as archive inspect shows the columns. A column archive that \
      this command writes has no columns, and keeps all classes: only a program that knows the types can write columns.

      Examples:
        archive convert document.plist document.json
        archive convert --to keyed-xml document.column - | less
        archive convert --force sessions.fast sessions.fast --to column
        archive convert sessions.column sessions.archive --class events=App_Event_Coding
      """)

  @Argument(help: "The file to read; - for the standard input.", completion: .file())
  var input: String

  @Argument(help: "The file to write; - for the standard output.", completion: .file())
  var output: String

  @Option(name: .shortAndLong, help: "The format to write: \(Target.names).")
  var to: Target?

  @Flag(name: .shortAndLong, help: "Replace the output if it exists.")
  var force = false

  @Flag(help: "Write JSON on one line.")
  var compact = false

  @Flag(help: "Write JSON without keywords such as $class, for programs that do not know them.")
  var plain = false

  @Flag(help: "With --plain, write a reference at each but the first place of a shared object.")
  var references = false

  @Flag(
    help:
      "Read the output back first; if it differs from the input, report the differences and write nothing.")
  var check = false

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp("Set the class name of records in a column without one.", valueName: "path=name"))
  var classes: [ClassOption] = []

  @Flag(help: "Name all other unknown classes after their columns.")
  var nameClasses = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var progress: ProgressOptions

  func validate() throws {
    if plain, (to ?? Target(pathExtension: pathExtension))?.format != .json {
      throw ValidationError("--plain is for JSON.")
    }
    if references, !plain { throw ValidationError("--references is for --plain.") }
    guard to == nil, Target(pathExtension: pathExtension) == nil else { return }
    let end = pathExtension.isEmpty ? "" : "; .\(printable(pathExtension)) is not the extension of any"
    throw ValidationError("There is no output format. Use --to with one of \(Target.names)\(end).")
  }

  private var pathExtension: String { URL(fileURLWithPath: output).pathExtension }

  func run() throws {
    guard let target = to ?? Target(pathExtension: pathExtension) else { return }
    let file = OutputFile(path: output, replaces: force)
    try file.check()
    Interruption.prepare { file.abandon() }
    try limits.withStack { try convert(to: target, file) }
  }

  private func convert(to target: Target, _ file: OutputFile) throws {
    let input = try InputFile(input)
    let shown = progress.shown
    // A check compares all of the input with all of the output, and these formats are made of all of it.
    if !check, target != .fast, target != .keyedXML, let input = try ElementInput(input, limits) {
      return try convert(input, to: target, file, shown)
    }
    var document = try input.reading {
      try shown.during("reading \(input.name)") {
        try ArchiveDocument(input.data, options: .init(limits: limits.limits), formats: .all)
      }
    }
    input.pass(input.data.count)
    let unreferenced = try input.reading { try input.unreferencedObjectCount(document.format, limits) }
    if let unreferenced, unreferenced > 0 {
      Terminal.report("\(input.name): \(lostObjects(unreferenced))")
    }
    let behind = try input.bytesBehindEnd(limits)
    if behind > 0 { Terminal.report("\(input.name): \(lostBytes(behind))") }
    if var naming = naming(from: document.format, to: target) {
      document.node = naming.apply(to: document.node)
      try check(naming, input.name, document.format, target)
    }
    let data = try shown.during("making \(target.title)") {
      do {
        return try self.data(of: document, as: target)
      } catch {
        throw impossible(input.name, target, error)
      }
    }
    if !plain {
      report(document.losses(as: target.format, options: writingOptions(target)))
    }
    if check {
      let check = ConversionCheck(input: input, document: document, target: target, limits: limits)
      try shown.during("checking") { try check.run(data, notation: !plain) }
    }
    try shown.during("writing \(printable(output))") { try file.write(data) }
  }

  /// Converts the elements of the input a few at a time.
  private func convert(_ input: ElementInput, to target: Target, _ file: OutputFile, _ shown: Progress) throws
  {
    let naming = naming(from: input.format, to: target)
    // All names that are missing are reported at once, and before anything is written.
    if var naming {
      try shown.during("reading \(input.name)") {
        try input.forEachPiece(shown) { for node in $0 { _ = naming.apply(to: node) } }
      }
      try check(naming, input.name, input.format, target)
    } else if file.isSeenAtOnce {
      try shown.during("reading \(input.name)") { try input.verify(shown) }
    }
    func attempt<Result>(_ body: () throws -> Result) throws -> Result {
      do {
        return try body()
      } catch {
        throw error as? Failure ?? impossible(input.name, target, error)
      }
    }
    let elements = ArchiveElements(count: input.count) { body in
      var naming = naming
      try input.forEachPiece(shown) { piece in
        let named = piece.map { naming?.apply(to: $0) ?? $0 }
        try attempt { try body(named) }
      }
    }
    try shown.during("making \(target.title)") {
      try file.write { take in try attempt { try write(elements, as: target, to: take) } }
    }
  }

  private func write(_ elements: ArchiveElements, as target: Target, to take: (Data) throws -> Void) throws {
    guard plain else {
      return try target.format.encode(elements, options: writingOptions(target), to: take)
    }
    report(try elements.plainJSON(isPretty: !compact, limits: limits.limits, to: take))
  }

  /// Returns what names records of unknown classes, if they need names or are to have some.
  private func naming(from format: ArchiveFormat, to target: Target) -> ClassNaming? {
    guard needsNames(format, target) || nameClasses || !classes.isEmpty else { return nil }
    return ClassNaming(
      names: Dictionary(classes.map { ($0.path, $0.name) }, uniquingKeysWith: { $1 }), namesAll: nameClasses)
  }

  private func needsNames(_ format: ArchiveFormat, _ target: Target) -> Bool {
    target.format == .keyedArchive && format == .columnArchive
  }

  /// Throws if records have no names that need some.
  private func check(_ naming: ClassNaming, _ name: String, _ format: ArchiveFormat, _ target: Target) throws
  {
    guard needsNames(format, target), !naming.unnamed.isEmpty else { return }
    throw Failure(
      message: """
        \(name): a keyed archive needs the classes of all records, but these are unknown: \
        \(naming.unnamed.sorted().map(printable).joined(separator: ", ")).
          Set them with --class PATH=NAME, or name all after their columns with --name-classes.
        """, code: Failure.unreadable)
  }

  private func impossible(_ name: String, _ target: Target, _ error: any Error) -> Failure {
    Failure(
      message: "\(name): cannot be \(target.title): \(printable(words(for: error)))",
      code: Failure.unreadable)
  }

  private func writingOptions(_ target: Target) -> ArchiveFormat.WritingOptions {
    .init(isPretty: !compact, propertyListFormat: target.isXML ? .xml : .binary, limits: limits.limits)
  }

  private func data(of document: ArchiveDocument, as target: Target) throws -> Data {
    guard plain else { return try document.data(as: target.format, options: writingOptions(target)) }
    let (data, losses) = try document.node.plainJSON(
      isPretty: !compact, copyLimit: references ? 0 : limits.trusted ? .max : 1 << 20, limits: limits.limits)
    report(losses)
    return data
  }

  private func report(_ losses: [ArchiveLoss]) {
    for loss in losses { Terminal.report("lost: \(printable("\(loss)"))") }
  }
}

/// Says that objects that nothing refers to are left out.
private func lostObjects(_ count: Int) -> String {
  count == 1
    ? "1 object that nothing refers to is left out."
    : "\(grouped(count)) objects that nothing refers to are left out."
}

/// Says that bytes behind the end are left out.
private func lostBytes(_ count: Int) -> String {
  count == 1
    ? "1 byte behind the end, which is padding, is left out."
    : "\(grouped(count)) bytes behind the end, which are padding, are left out."
}

/// The class name for the records of a column.
struct ClassOption: ExpressibleByArgument {
  let path: String
  let name: String

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), argument.index(after: sign) < argument.endIndex else {
      return nil
    }
    (path, name) = (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
  }
}

/// An output format.
enum Target: String, ExpressibleByArgument, CaseIterable {
  case keyed
  case keyedXML = "keyed-xml"
  case column, fast, json, plist
  case plistXML = "plist-xml"

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Returns the format for an extension.
  init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "keyedarchive", "archive": self = .keyed
    case "column", "columns": self = .column
    case "fast", "fastcoding": self = .fast
    case "json": self = .json
    case "plist": self = .plist
    case "xml": self = .plistXML
    default: return nil
    }
  }

  var format: ArchiveFormat {
    switch self {
    case .keyed, .keyedXML: .keyedArchive
    case .column: .columnArchive
    case .fast: .fastCoding
    case .json: .json
    case .plist, .plistXML: .propertyList
    }
  }

  var isXML: Bool { self == .keyedXML || self == .plistXML }

  /// The name of the format in messages, with its article.
  var title: String {
    let name = format == .json ? "JSON" : "a \(format.title)"
    return isXML ? "\(name) in XML" : name
  }
}
