internal import ArchiveBytes
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation
internal import KeyedArchives

/// The checks of `assertStaysReadable` for one type.
struct GoldenArchives<Value: ArchiveValue> {
  let folder: GoldenFolder
  let samples: [Value]
  let recording: GoldenRecording
  private let schema = SchemaListing(of: Value.self)

  /// Returns a failure, or a report of recorded archives; `nil` if every archive existed and is readable.
  func problem() throws -> String? {
    let generations = try folder.generations()
    guard let last = generations.last else { return try record(as: 1, "There was no archive.") }
    let isCurrent = last.schema == schema
    var broken: [String] = []
    for generation in generations where !(isCurrent && recording == .anew && generation.number == last.number)
    {
      let expected = isCurrent && generation.number == last.number ? samples : nil
      if let problem = problem(in: generation, expected) { broken.append(problem) }
    }
    if !broken.isEmpty { return broken.joined(separator: "\n") }
    if isCurrent { return recording == .anew ? try record(as: last.number, "Asked to record anew.") : nil }

    let changes = SchemaChanges(old: last.schema, new: schema)
    return try record(
      as: last.number + 1,
      (["The schema of \(Value.self) changed:", changes.text] + changes.renames).joined(separator: "\n"))
  }

  // MARK: Reading

  /// The formats, with the extension of their files.
  private let formats: [(kind: String, road: Road<[Value]>)] = [("keyed", .keyed), ("columns", .columns)]

  /// Returns the failure of a generation's archives. `expected` are their values, if they are known. Older generations
  /// were samples of an older schema; all formats must give the same values for them.
  private func problem(in generation: GoldenFolder.Generation, _ expected: [Value]?) -> String? {
    var other: (values: [Value], file: String)?
    for (kind, road) in formats {
      let file = folder.file(generation.number, kind).path
      do {
        let values = try road.decode(folder.archive(generation.number, kind))
        guard let expected else {
          if let other, let differences = try ValueDifferences.lines(of: values, from: other.values) {
            return """
              \(file) has other values than \(other.file), which was made from the same samples:
              \(differences)
              """
          }
          other = (values, file)
          continue
        }
        if let differences = try ValueDifferences.lines(of: expected, from: values) {
          return """
            \(file) has other values than the samples, though the schema is the same:
            \(differences)
            If the samples were changed, record the archive anew, with STRUCTCODING_RECORD=anew. If they differ in each run, \
            give them fixed dates and identifiers.
            """
        }
      } catch let error as ArchiveError {
        return unreadable(file, error, generation.schema)
      } catch {
        return "\(file) cannot be read: \(error)"
      }
    }
    return nil
  }

  private func unreadable(_ file: String, _ error: ArchiveError, _ old: SchemaListing) -> String {
    let changes = SchemaChanges(old: old, new: schema)
    var lines = ["\(file) is no longer readable. \(error)"]
    if old != schema { lines += ["What changed since then:", changes.text] }
    lines += changes.renames + changes.changedKinds
    if error.code == .missingField {
      lines.append("If the field is new, give it a default value, or make it optional.")
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Recording

  private func record(as number: Int, _ reason: String) throws -> String {
    guard recording != .never else {
      return """
        \(reason)
        Generation \(number) of its archives is missing in \(folder.url.path), and must not be recorded here. Run the test on \
        your machine, and commit what it records.
        """
    }
    let archives = try formats.map { (kind: $0.kind, data: try $0.road.encode(samples)) }
    try folder.write(archives, schema, as: number)
    return """
      \(reason)
      Recorded generation \(number) in \(folder.url.path). Run the test again, and commit the files.
      """
  }
}
