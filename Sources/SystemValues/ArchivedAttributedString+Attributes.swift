internal import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
internal import Foundation

extension ArchivedAttributedString {
  /// The attributes of a run. All are available by name; some also have typed properties.
  ///
  /// A typed attribute is `nil` if it does not exist, or if the program that wrote the text stored an object of another
  /// class under its name. It throws ``ArchiveError`` if the object is damaged.
  public struct Attributes: Hashable, Sendable {
    /// The dictionary.
    var node: ArchiveNode

    init(_ node: ArchiveNode) { self.node = node }

    /// Creates the attributes of a run.
    ///
    /// - Parameter link: An address, such as `https://swift.org`, stored as an `NSURL`.
    public init(
      font: ArchivedFont? = nil, foregroundColor: ArchivedColor? = nil, backgroundColor: ArchivedColor? = nil,
      paragraphStyle: ArchivedParagraphStyle? = nil, link: String? = nil
    ) {
      node = .dictionary([])
      self[Name.font] = font?.object.node
      self[Name.foregroundColor] = foregroundColor?.object.node
      self[Name.backgroundColor] = backgroundColor?.object.node
      self[Name.paragraphStyle] = paragraphStyle?.object.node
      self[Name.link] = link.map { .object("NSURL", ["NS.base": .null, "NS.relative": .string($0)]) }
    }

    /// Returns whether the dictionaries and all objects that they reach are equal, whatever their numbers.
    public static func == (left: Attributes, right: Attributes) -> Bool {
      left.node.hasSameForm(as: right.node)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(node.inlined()) }

    /// The names of all attributes, such as `NSFont` and `NSKern`.
    public var names: [String] {
      node.entries?.map { $0.key.stringValue ?? $0.key.kindDescription } ?? []
    }

    /// An attribute by its name, such as `NSKern`; `nil` if it does not exist. Set it to `nil` to remove it.
    public subscript(name: String) -> ArchiveNode? {
      get { node.part(name) }
      set {
        var entries = node.entries ?? []
        let position = entries.firstIndex { $0.key.stringValue == name }
        switch (position, newValue) {
        case (let position?, let value?): entries[position].value = value
        case (let position?, nil): entries.remove(at: position)
        case (nil, let value?): entries.append(ArchiveNode.Entry(key: .string(name), value: value))
        case (nil, nil): return
        }
        node = .dictionary(entries)
      }
    }

    /// The font: `NSFont`.
    public var font: ArchivedFont? {
      get throws { try typed(Name.font, ["NSFont", "UIFont"]) { try ArchivedFont($0) } }
    }

    /// The colour of the characters: `NSColor`.
    public var foregroundColor: ArchivedColor? {
      get throws { try typed(Name.foregroundColor, ["NSColor", "UIColor"]) { try ArchivedColor($0) } }
    }

    /// The colour behind the characters: `NSBackgroundColor`.
    public var backgroundColor: ArchivedColor? {
      get throws { try typed(Name.backgroundColor, ["NSColor", "UIColor"]) { try ArchivedColor($0) } }
    }

    /// The style of the paragraph: `NSParagraphStyle`.
    public var paragraphStyle: ArchivedParagraphStyle? {
      get throws {
        try typed(Name.paragraphStyle, [ArchivedParagraphStyle.className]) { try ArchivedParagraphStyle($0) }
      }
    }

    /// The address of a link, stored as a string or as an `NSURL`: `NSLink`.
    public var link: String? {
      get throws {
        guard let node = self[Name.link] else { return nil }
        if let text = node.stringValue { return text }
        return try typed(Name.link, ["NSURL"]) { try $0.address(depth: 0) }
      }
    }

    private func typed<Value>(
      _ name: String, _ classes: [String], _ make: (ArchivedObject) throws -> Value
    ) throws -> Value? {
      guard let node = self[name], let object = try? ArchivedObject(node),
        classes.contains(where: object.isKind)
      else { return nil }
      return try ArchiveError.located(at: .key(name)) { try make(object) }
    }

    enum Name {
      static let font = "NSFont"
      static let foregroundColor = "NSColor"
      static let backgroundColor = "NSBackgroundColor"
      static let paragraphStyle = "NSParagraphStyle"
      static let link = "NSLink"
    }
  }
}

extension ArchivedObject {
  /// The address in an `NSURL`, whose base may be another `NSURL`.
  fileprivate func address(depth: Int) throws -> String {
    guard let relative = text("NS.relative") else {
      throw ArchiveError(
        .missingField, expected: "the address", found: "none", path: [.field("NS.relative")])
    }
    guard let base = object("NS.base") else { return relative }
    guard depth < 8 else {
      throw ArchiveError(
        .cycle, expected: "an address", found: "bases inside each other", path: [.field("NS.base")])
    }
    let address = try base.address(depth: depth + 1)
    return URL(string: relative, relativeTo: URL(string: address))?.absoluteString ?? relative
  }
}
