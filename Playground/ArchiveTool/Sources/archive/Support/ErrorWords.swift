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
  let sentence = "\(fault) (\(spelled(error.code.rawValue))), \(place)."
  return error.advice?.words.map { "\(sentence) \($0)" } ?? sentence
}

extension ArchiveError.Advice {
  /// What the user of the program can do; `nil` if only a program in Swift can do it.
  fileprivate var words: String? {
    switch self {
    case .raiseDepth: "If the file is to be trusted, raise the limit with --max-depth."
    case .raiseDecodedSize: "If the file is to be trusted, give --trusted."
    case .useLargerStack: "Values that nest deeper are beyond this program."
    case .detectFormat: "The file is damaged, or is not such an archive: archive inspect says what it is."
    case .readIncompleteFile:
      "The archive is cut off or damaged. If it is part of a log, archive log repair helps."
    case .exportDatesOtherwise:
      "Leave such dates out with --dates-out-of-range null, move them to the nearest one with "
        + "--dates-out-of-range clamp, or write seconds with --dates seconds."
    case .writeBinary: "XML cannot hold it. Binary forms and JSON can: --to keyed, --to plist or --to json."
    case .other(let words): words
    case .allow, .allowArchiver, .addFormerName, .changeCode: nil
    }
  }
}

/// Returns a name of the library as words: `limitExceeded` is “limit exceeded”.
private func spelled(_ name: String) -> String {
  name.reduce(into: "") { text, letter in
    text += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
  }
}
