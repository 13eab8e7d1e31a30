import StructCoding

/// Returns an error of the library in the words of the program: with its options, and without the library's names.
func words(for error: any Error) -> String {
  guard let error = error as? ArchiveError else { return "\(error)" }
  var place = "at \(error.pathDescription)"
  if let offset = error.offset { place += ", byte \(grouped(offset))" }
  if let file = error.file { place += " of \(file)" }
  let fault =
    switch (error.expected, error.found) {
    case (let expected?, let found?): "Expected \(expected), found \(found)"
    case (let expected?, nil): "Expected \(expected)"
    case (nil, let found?): "Found \(found)"
    case (nil, nil): error.underlyingError.map { "\($0)" } ?? "The archive cannot be read"
    }
  let sentences = ["\(fault) (\(spelled(error.code.rawValue))), \(place)."] + advice(error)
  return sentences.joined(separator: " ")
}

/// Returns what the user of the program can do about an error.
private func advice(_ error: ArchiveError) -> [String] {
  guard let advice = error.advice else { return [] }
  if let known = advices.first(where: { advice.contains($0.name) }) { return [known.advice] }
  return isForProgrammers(advice) ? [] : [advice]
}

/// What the library advises, by a name in it, and what the program advises instead.
private let advices: [(name: String, advice: String)] = [
  ("maximumDepth", "If the file is to be trusted, raise the limit with --max-depth."),
  ("larger stack", "Values that nest deeper are beyond this program."),
  ("Write JSON with notation", "Without --plain, shared objects are written once."),
  ("maximumDecodedSize", "If the file is to be trusted, give --trusted."),
  (
    "ArchiveFormat.format(of:)",
    "The file is damaged, or is not such an archive: archive inspect says what it is."
  ),
  (
    "readsIncompleteFiles",
    "The archive is cut off or damaged. If it is part of a log, archive log repair helps."
  ),
  (
    "datesOutOfRange: .null",
    "Leave such dates out with --dates-out-of-range null, move them to the nearest one with --dates-out-of-range clamp, "
      + "or write seconds with --dates seconds."
  ),
  (
    "Write the binary form",
    "XML cannot hold it. Binary forms and JSON can: --to keyed, --to plist or --to json."
  ),
]

/// Whether an advice speaks of Swift: it names a member, a method with arguments, or an attribute.
func isForProgrammers(_ advice: String) -> Bool {
  advice.contains(#/[a-z]\(|[A-Za-z]\.[a-z]+[A-Z(]|\b[A-Z][a-z]+[A-Z][A-Za-z]*\b|@[A-Z]|:\)/#)
}

/// Returns a name of the library as words: `limitExceeded` is “limit exceeded”.
private func spelled(_ name: String) -> String {
  name.reduce(into: "") { text, letter in
    text += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
  }
}
