extension ArchiveError {
  /// A remedy for an error. ``description`` words it for users of the library. A program with its own options words it
  /// for its users.
  public enum Advice: Sendable, Hashable {
    /// Raise ``ArchiveLimits/maximumDepth``, if the input is to be trusted.
    case raiseDepth
    /// Raise ``ArchiveLimits/maximumDecodedSize``, if the input is to be trusted.
    case raiseDecodedSize
    /// Work on a thread with a larger stack.
    case useLargerStack
    /// Find out the format of the file: it is damaged, or has another format than `expected`.
    case detectFormat(expected: String)
    /// Read the complete batches of a truncated column archive.
    case readIncompleteFile
    /// Allow objects of a class to be read; `near` is an allowed class with a similar name. Without a class, allow all
    /// classes that are not property list values.
    case allow(class: String?, near: String? = nil)
    /// Accept archives by other archivers.
    case allowArchiver
    /// List a former class name of a type.
    case addFormerName(String)
    /// Write the binary form of a property list.
    case writeBinary
    /// Export dates that the format cannot hold in another way.
    case exportDatesOtherwise
    /// Change the program, in words of its language.
    case changeCode(String)
    /// Anything else, in words that suit users of any program.
    case other(String)
  }
}

extension ArchiveError.Advice: ExpressibleByStringInterpolation {
  /// Creates an advice in words that suit users of any program.
  public init(stringLiteral words: String) { self = .other(words) }
}

extension ArchiveError.Advice: CustomStringConvertible {
  /// The advice as sentences, in terms of the library.
  public var description: String {
    switch self {
    case .raiseDepth: "If the input is to be trusted, raise ArchiveLimits.maximumDepth."
    case .raiseDecodedSize: "If the input is to be trusted, raise ArchiveLimits.maximumDecodedSize."
    case .useLargerStack: "Use a thread with a larger stack."
    case .detectFormat(let expected):
      "The file is damaged, or is not \(expected): ArchiveFormat.format(of:) detects its format."
    case .readIncompleteFile:
      "The archive is cut off or damaged. DecodingOptions.readsIncompleteFiles reads the complete batches."
    case .allow(class: _?, let near):
      "To allow such objects, add the class to DecodingOptions.classes."
        + (near.map { " “\($0)” is allowed." } ?? "")
    case .allow(class: nil, _):
      "To read objects and URLs, pass DecodingOptions(classes:) with .all or with the expected classes."
    case .allowArchiver: "Add the name to KeyedArchive.DecodingOptions.archivers to read it anyway."
    case .addFormerName(let name):
      "If \(name) is an older name of the type, list it: @Archivable(formerly: [\"\(name)\"])."
    case .writeBinary: "Write the binary form, which holds everything."
    case .exportDatesOtherwise:
      "Leave such dates out with ParquetOptions(datesOutOfRange: .null), move them to the nearest one with "
        + "ParquetOptions(datesOutOfRange: .clamp), or write seconds with ParquetOptions(dates: .secondsSince2001)."
    case .changeCode(let words), .other(let words): words
    }
  }
}
