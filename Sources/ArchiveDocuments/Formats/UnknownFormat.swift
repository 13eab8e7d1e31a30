internal import ArchiveBytes
internal import Foundation
internal import KeyedArchives

/// A description of bytes that are in none of the formats, and advice for such a file.
struct UnknownFormat {
  let name: String
  /// The next step; `nil` if the name is enough.
  var advice: ArchiveError.Advice?

  init(of data: Data) {
    (name, advice) =
      Self.known(data)
      ?? (OpenStepText(data).map { ($0.name, OpenStepText.advice) } ?? (Self.words(data), nil))
  }

  private static func known(_ data: Data) -> (String, ArchiveError.Advice?)? {
    func begins(with signature: Signature) -> Bool {
      data.dropFirst(signature.offset).starts(with: signature.bytes)
    }
    let isBookmark = begins(with: bookmark) && data.dropFirst(7).first == 0
    guard let found = isBookmark ? bookmark : signatures.first(where: begins) else { return nil }
    return (found.name, found.advice)
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

  private struct Signature {
    var offset = 0
    let bytes: [UInt8]
    let name: String
    var advice: ArchiveError.Advice?

    init(
      _ bytes: some Sequence<UInt8>, at offset: Int = 0, _ name: String, _ advice: ArchiveError.Advice? = nil
    ) {
      (self.offset, self.bytes, self.name, self.advice) = (offset, Array(bytes), name, advice)
    }
  }

  private static let signatures: [Signature] = [
    Signature([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    Signature([0x1F, 0x8B], "gzip data; unpack it first"),
    Signature("BZh".utf8, "bzip2 data; unpack it first"),
    Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz data; unpack it first"),
    Signature([0x28, 0xB5, 0x2F, 0xFD], "Zstandard data; unpack it first"),
    Signature("bvx".utf8, "LZFSE data; unpack it first"),
    Signature([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    Signature([0xFF, 0xD8, 0xFF], "a JPEG image"),
    Signature("GIF8".utf8, "a GIF image"),
    Signature("%PDF".utf8, "a PDF document"),
    Signature(
      "SQLite format 3".utf8, "an SQLite database",
      "Archives may be in its cells: read these with sqlite3, and each cell as a file."),
    // Strings are preceded by their length; the first byte is the version of the stream.
    Signature(
      "\u{0B}streamtyped".utf8, at: 1, "an NSArchiver archive (typedstream), which is not a keyed one",
      typedStream
    ),
    Signature(
      "\u{0B}typedstream".utf8, at: 1,
      "an NSArchiver archive (typedstream, big-endian), which is not a keyed one",
      typedStream),
    Signature(
      "NIBArchive".utf8, "a compiled nib (NIBArchive), which is not a keyed archive",
      "Read the nib or storyboard that it was compiled from, which is XML."),
    Signature(
      [0x00, 0x05, 0x16, 0x07], "an AppleDouble file: the attributes of another file, without its content",
      "Read the other file: it has the same name without “._”."),
    Signature(
      [0x00, 0x05, 0x16, 0x00], "an AppleSingle file: a file packed together with its attributes",
      "Unpack it first."),
    Signature([0xCF, 0xFA, 0xED, 0xFE], "a program"), Signature([0x7F, 0x45, 0x4C, 0x46], "a program"),
    Signature("bplist".utf8, "a binary property list of an unsupported version"),
  ]

  private static let typedStream: ArchiveError.Advice = .other(
    "On a Mac, a program can read it with NSUnarchiver and write it with NSKeyedArchiver; elsewhere, pytypedstream shows "
      + "its contents.")

  /// Bookmark data, and the files of aliases. The four bytes after the mark are the size, and the last of them is 0.
  private static let bookmark = Signature(
    "book".utf8, "bookmark data, which locates a file and is not an archive",
    "On a Mac, a program can make a URL of it.")
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
