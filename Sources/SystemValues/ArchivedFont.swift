internal import ArchiveBytes
internal import ArchiveNodes
public import ArchiveValues

/// A font of AppKit or UIKit as a field, on every platform: an archived `NSFont` or `UIFont`.
///
/// ```swift
/// let font = profile.font
/// print(font.name, font.size)                  // SFMono-Regular 12.0
/// ```
///
/// It keeps the archived object, with its class, its descriptor, and the fields that this type does not know, so that a
/// font from a Mac returns to the Mac unchanged.
public struct ArchivedFont: ArchiveRepresentable, Hashable, Sendable {
  /// The archived object.
  public let object: ArchivedObject
  /// The name of the font, such as `Helvetica-Bold`. The names of the system's fonts begin with a dot.
  public let name: String
  /// The size in points.
  public let size: Double

  /// Interprets an object as a font.
  ///
  /// - Throws: ``ArchiveError`` if it is not an `NSFont` or `UIFont`, or if its name or size is missing.
  public init(_ object: ArchivedObject) throws {
    try object.check(isKind: "NSFont", "UIFont")
    self.object = object
    // UIKit writes both names; older versions wrote only its own.
    guard let name = object.text("NSName") ?? object.text("UIFontName") else {
      throw ArchiveError(
        .missingField, expected: "the name of the font", found: object.names.joined(separator: ", "),
        path: [.field("NSName")])
    }
    guard let size = try object.number("NSSize") ?? object.number("UIFontPointSize") else {
      throw ArchiveError(
        .missingField, expected: "the size of the font", found: object.names.joined(separator: ", "),
        path: [.field("NSSize")])
    }
    (self.name, self.size) = (name, size)
  }

  /// Creates a font, as a class library archives one.
  public init(name: String, size: Double, kit: InterfaceKit) {
    var fields = ArchiveNode.Fields(className: kit.fontClass)
    if kit == .uiKit {
      fields.fallbackClassNames = [InterfaceKit.appKit.fontClass]
      fields["UIFontName"] = .string(name)
      fields["UIFontPointSize"] = .double(size)
      fields["UIFontTraits"] = 0
      fields["UISystemFont"] = false
    }
    fields["NSSize"] = .double(size)
    // AppKit writes this for every font, except for the fonts of controls.
    if kit == .appKit { fields["NSfFlags"] = 16 }
    fields["NSName"] = .string(name)
    object = ArchivedObject(fields)
    (self.name, self.size) = (name, size)
  }

  /// The class library of the object.
  public var kit: InterfaceKit { object.isKind(of: "UIFont") ? .uiKit : .appKit }

  /// The archived object.
  public var archiveForm: ArchivedObject { object }

  public init(archiveForm object: ArchivedObject) throws { try self.init(object) }

  public static func == (left: ArchivedFont, right: ArchivedFont) -> Bool { left.object == right.object }

  public func hash(into hasher: inout Hasher) { hasher.combine(object) }
}
