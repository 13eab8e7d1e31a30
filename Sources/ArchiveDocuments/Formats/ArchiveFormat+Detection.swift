public import ArchiveBytes
internal import ArchiveNodes
public import Foundation
internal import KeyedArchives

extension ArchiveFormat {
  /// The default formats: the formats of this library, property lists and JSON.
  public static let standard: [ArchiveFormat] = [.columnArchive, .keyedArchive, .propertyList, .json]

  /// Detects the format of data. The data may still be damaged.
  ///
  /// - Parameter formats: The formats to try, in this order.
  /// - Throws: ``ArchiveError`` if the bytes match none of the formats; the error describes the bytes.
  public static func format(
    of data: Data, among formats: [ArchiveFormat] = standard, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> ArchiveFormat {
    if let format = try formats.first(where: { try $0.recognizes(data, limits: limits) }) { return format }
    throw unknown(data, formats)
  }

  /// Opens data in one of these formats.
  static func open(
    _ data: Data, among formats: [ArchiveFormat], options: ReadingOptions,
    progress: (Int) -> Void = { _ in }
  ) throws -> (format: ArchiveFormat, file: any ArchiveFile) {
    for format in formats {
      if let file = try format.open(data, options: options, progress: progress) { return (format, file) }
    }
    throw unknown(data, formats)
  }

  private static func unknown(_ data: Data, _ formats: [ArchiveFormat]) -> ArchiveError {
    let names = formats.map(\.fileDescription)
    let found = UnknownFormat.description(of: data)
    return ArchiveError(
      data.isEmpty ? .truncated : .unsupported,
      expected: names.dropLast().joined(separator: ", ") + (names.count > 1 ? " or " : "")
        + (names.last ?? ""),
      found: found.name, offset: 0, advice: found.advice)
  }
}

/// Describes bytes that are in none of the formats.
enum UnknownFormat {
  /// Returns a description of bytes, and advice for such a file.
  static func description(of data: Data) -> (name: String, advice: ArchiveError.Advice?) {
    let known = signatures.first { signature in
      let mark = signature.mark.unicodeScalars
      return mark.count <= data.count && zip(mark, data).allSatisfy { $0 == "?" || $0.value == UInt32($1) }
    }
    if let known { return (known.name, known.advice) }
    return OpenStepText(data).map { ($0.name, OpenStepText.advice) } ?? (words(data), nil)
  }

  /// Returns a description of the first bytes, if nothing else is known.
  private static func words(_ data: Data) -> String {
    if data.isEmpty { return "no bytes" }
    if data.beginsAsXML { return "XML or HTML, but not a property list" }
    if data.prefix(64).contains(0),
      String(validUTF8: data.prefix(64)) != nil || data.starts(with: [0xFF, 0xFE])
        || data.starts(with: [0xFE, 0xFF])
    {
      return "text in UTF-16 or binary data"
    }
    let start = data.prefix(512).prefix { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    if start.count == min(data.count, 512) {
      return "text that begins “\(String(decoding: start.prefix(24), as: UTF8.self))”"
    }
    let bytes = data.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    return "bytes that begin with \(bytes)"
  }

  /// The first bytes of files of known formats. A question mark is any byte.
  private static let signatures: [(mark: String, name: String, advice: ArchiveError.Advice?)] = [
    ("PK\u{3}\u{4}", "a ZIP archive", nil),
    ("\u{1F}\u{8B}", "gzip data; unpack it first", nil),
    ("BZh", "bzip2 data; unpack it first", nil),
    ("\u{FD}7zXZ", "xz data; unpack it first", nil),
    ("(\u{B5}/\u{FD}", "Zstandard data; unpack it first", nil),
    ("bvx", "LZFSE data; unpack it first", nil),
    ("\u{89}PNG", "a PNG image", nil),
    ("\u{FF}\u{D8}\u{FF}", "a JPEG image", nil),
    ("GIF8", "a GIF image", nil),
    ("%PDF", "a PDF document", nil),
    (
      "SQLite format 3", "an SQLite database",
      "Archives may be in its cells: read these with sqlite3, and each cell as a file."
    ),
    // Strings are preceded by their length; the first byte is the version of the stream.
    ("?\u{B}streamtyped", "an NSArchiver archive (typedstream), which is not a keyed one", typedStream),
    (
      "?\u{B}typedstream", "an NSArchiver archive (typedstream, big-endian), which is not a keyed one",
      typedStream
    ),
    (
      "NIBArchive", "a compiled nib (NIBArchive), which is not a keyed archive",
      "Read the nib or storyboard that it was compiled from, which is XML."
    ),
    (
      "\u{0}\u{5}\u{16}\u{7}",
      "an AppleDouble file: the attributes of another file, without its content",
      "Read the other file: it has the same name without “._”."
    ),
    (
      "\u{0}\u{5}\u{16}\u{0}", "an AppleSingle file: a file packed together with its attributes",
      "Unpack it first."
    ),
    // Also the files of aliases. The four bytes after the mark are the size, and the last of them is 0.
    (
      "book???\u{0}", "bookmark data, which locates a file and is not an archive",
      "On a Mac, a program can make a URL of it."
    ),
    ("\u{CF}\u{FA}\u{ED}\u{FE}", "a program", nil), ("\u{7F}ELF", "a program", nil),
    ("bplist", "a binary property list of an unsupported version", nil),
  ]

  private static let typedStream: ArchiveError.Advice = .other(
    "On a Mac, a program can read it with NSUnarchiver and write it with NSKeyedArchiver; elsewhere, pytypedstream shows "
      + "its contents.")
}

/// A property list in the text format of OpenStep, which Apple's programs still use for `.strings`.
struct OpenStepText {
  let name: String

  static let advice: ArchiveError.Advice =
    "Convert it to XML first: on a Mac with plutil -convert xml1, elsewhere with plutil of GNUstep or of libplist."

  /// The number of bytes of a file that are examined. Comments may come first.
  private static let lookAhead = 1 << 16

  /// Examines the beginning of a text in UTF-8 or UTF-16; `nil` if it is anything else, such as JSON.
  init?(_ data: Data) {
    guard let text = Self.beginning(of: data) else { return nil }
    func begins(as pattern: NSRegularExpression) -> Bool {
      let range = NSRange(text.startIndex..., in: text)
      return pattern.firstMatch(in: text, options: .anchored, range: range) != nil
    }
    if begins(as: Self.listPattern) {
      name = "a property list in the old text format of OpenStep"
    } else if begins(as: Self.stringsPattern) {
      name = "a table of strings (.strings) in the old text format of OpenStep"
    } else {
      return nil
    }
  }

  // The quantifiers are possessive, so that a hostile text cannot make the search backtrack over it again and again.

  /// White space and comments.
  private static let space = #"\s*+(?:(?://[^\n\r]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\z))\s*+)*+"#
  /// A text, quoted or not.
  private static let word =
    #"(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"|'[^'\\]*+(?:\\.[^'\\]*+)*+'|[A-Za-z0-9_$/:.-]++)"#
  /// A dictionary with a key, an array, or data alone.
  private static let listPattern = pattern(
    "(?:\\{\(space)\(word)\(space)[=;]|\\(\(space)(?:[{(<]|\(word)?+\(space)[,)])|<[0-9A-Fa-f\\s]++>\(space)\\z)"
  )
  /// A key and a value, so that a script or a settings file of another kind is not mistaken for a table.
  private static let stringsPattern = pattern(
    "\(word)\(space)=\(space)(?:[{(<]|\(word)\(space);)")

  private static func pattern(_ rest: String) -> NSRegularExpression {
    do {
      return try NSRegularExpression(pattern: space + rest, options: .dotMatchesLineSeparators)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func beginning(of data: Data) -> String? {
    let head = data.prefix(lookAhead)
    let first = Array(head.prefix(2))
    guard first.count == 2 else { return nil }
    let encoding: String.Encoding? =
      switch (first[0], first[1]) {
      case (0xFF, 0xFE): .utf16
      case (0xFE, 0xFF): .utf16
      case (0, 1...): .utf16BigEndian
      case (1..., 0): .utf16LittleEndian
      default: nil
      }
    if let encoding { return String(data: head.prefix(head.count & ~1), encoding: encoding) }
    let text = String(decoding: head, as: UTF8.self)
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }
}
