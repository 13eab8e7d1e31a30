internal import ArchiveBytes
internal import ArchiveNodes
public import ArchiveValues

/// The style of a paragraph as a field, on every platform: an archived `NSParagraphStyle`.
///
/// It keeps the archived object, with its lists, blocks, and the fields that this type does not know. A measure that is
/// not in the archive is 0, its default. All measures are in points.
public struct ArchivedParagraphStyle: ArchiveRepresentable, Hashable, Sendable {
  /// The archived object.
  public let object: ArchivedObject
  /// The alignment of lines: 0 is left, 3 is justified, 4 is the natural alignment of the language. 1 and 2 are centre
  /// and right on an iPhone, and right and centre in archives of older Macs.
  public let alignment: Int
  /// The treatment of lines that are too long, as `NSLineBreakMode` numbers it; 0 breaks them at words.
  public let lineBreakMode: Int
  /// The space between lines.
  public let lineSpacing: Double
  /// The space after the paragraph.
  public let paragraphSpacing: Double
  /// The space before the paragraph.
  public let paragraphSpacingBefore: Double
  /// The indent of the first line.
  public let firstLineHeadIndent: Double
  /// The indent of the other lines.
  public let headIndent: Double
  /// The position where lines end: from the left if positive, otherwise from the right margin.
  public let tailIndent: Double
  /// The least height of a line.
  public let minimumLineHeight: Double
  /// The greatest height of a line; 0 means no limit.
  public let maximumLineHeight: Double
  /// A factor for the natural height of lines; 0 means none.
  public let lineHeightMultiple: Double
  /// The positions of the tab stops; `nil` for the class library's default.
  public let tabStops: [Double]?

  static let className = "NSParagraphStyle"

  /// Interprets an object as a style.
  ///
  /// - Throws: ``ArchiveError`` if it is not an `NSParagraphStyle`, or if its numbers are invalid.
  public init(_ object: ArchivedObject) throws {
    try object.check(isKind: Self.className)
    func points(_ key: String) throws -> Double { try object.number(key) ?? 0 }
    self.object = object
    alignment = try object.integer(Key.alignment) ?? 0
    lineBreakMode = try object.integer(Key.lineBreakMode) ?? 0
    lineSpacing = try points(Key.lineSpacing)
    paragraphSpacing = try points(Key.paragraphSpacing)
    paragraphSpacingBefore = try points(Key.paragraphSpacingBefore)
    firstLineHeadIndent = try points(Key.firstLineHeadIndent)
    headIndent = try points(Key.headIndent)
    tailIndent = try points(Key.tailIndent)
    minimumLineHeight = try points(Key.minimumLineHeight)
    maximumLineHeight = try points(Key.maximumLineHeight)
    lineHeightMultiple = try points(Key.lineHeightMultiple)
    tabStops = try Self.tabStops(of: object)
  }

  /// Creates a style, as the class libraries archive one: they omit measures that are 0.
  ///
  /// - Parameter tabStops: The positions of tab stops, aligned to the left.
  public init(
    alignment: Int = 4, lineBreakMode: Int = 0, lineSpacing: Double = 0, paragraphSpacing: Double = 0,
    paragraphSpacingBefore: Double = 0, firstLineHeadIndent: Double = 0, headIndent: Double = 0,
    tailIndent: Double = 0, minimumLineHeight: Double = 0, maximumLineHeight: Double = 0,
    lineHeightMultiple: Double = 0, tabStops: [Double]? = nil
  ) {
    var fields = ArchiveNode.Fields(className: Self.className)
    for (key, number) in [(Key.alignment, alignment), (Key.lineBreakMode, lineBreakMode)] where number != 0 {
      fields[key] = .integer(Int64(number))
    }
    let measures: KeyValuePairs = [
      Key.lineSpacing: lineSpacing, Key.paragraphSpacing: paragraphSpacing,
      Key.paragraphSpacingBefore: paragraphSpacingBefore, Key.firstLineHeadIndent: firstLineHeadIndent,
      Key.headIndent: headIndent, Key.tailIndent: tailIndent, Key.minimumLineHeight: minimumLineHeight,
      Key.maximumLineHeight: maximumLineHeight, Key.lineHeightMultiple: lineHeightMultiple,
    ]
    for (key, number) in measures where number != 0 { fields[key] = .double(number) }
    fields[Key.tabStops] = tabStops.map { .array($0.map(Self.tab)) } ?? .null
    object = ArchivedObject(fields)
    (self.alignment, self.lineBreakMode, self.lineSpacing) = (alignment, lineBreakMode, lineSpacing)
    (self.paragraphSpacing, self.paragraphSpacingBefore) = (paragraphSpacing, paragraphSpacingBefore)
    (self.firstLineHeadIndent, self.headIndent, self.tailIndent) = (
      firstLineHeadIndent, headIndent, tailIndent
    )
    (self.minimumLineHeight, self.maximumLineHeight) = (minimumLineHeight, maximumLineHeight)
    (self.lineHeightMultiple, self.tabStops) = (lineHeightMultiple, tabStops)
  }

  /// The archived object.
  public var archiveForm: ArchivedObject { object }

  public init(archiveForm object: ArchivedObject) throws { try self.init(object) }

  public static func == (left: ArchivedParagraphStyle, right: ArchivedParagraphStyle) -> Bool {
    left.object == right.object
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(object) }
}

extension ArchivedParagraphStyle {
  private enum Key {
    static let alignment = "NSAlignment"
    static let lineBreakMode = "NSLineBreakMode"
    static let lineSpacing = "NSLineSpacing"
    static let paragraphSpacing = "NSParagraphSpacing"
    static let paragraphSpacingBefore = "NSParagraphSpacingBefore"
    static let firstLineHeadIndent = "NSFirstLineHeadIndent"
    static let headIndent = "NSHeadIndent"
    static let tailIndent = "NSTailIndent"
    static let minimumLineHeight = "NSMinLineHeight"
    static let maximumLineHeight = "NSMaxLineHeight"
    static let lineHeightMultiple = "NSLineHeightMultiple"
    static let tabStops = "NSTabStops"
    static let location = "NSLocation"
  }

  private static func tabStops(of object: ArchivedObject) throws -> [Double]? {
    guard let node = object.node(Key.tabStops), !node.isNull else { return nil }
    guard let tabs = node.elements else {
      throw ArchiveError(
        .typeMismatch, expected: "an array of tab stops", found: node.kindDescription,
        path: [.field(Key.tabStops)])
    }
    return try tabs.enumerated().map { position, tab in
      try ArchiveError.located(at: .field(Key.tabStops)) {
        try ArchiveError.located(at: .index(position)) {
          try ArchivedObject(tab).number(Key.location) ?? 0
        }
      }
    }
  }

  private static func tab(at location: Double) -> ArchiveNode {
    .object("NSTextTab", [Key.location: .double(location)])
  }
}
