internal import ArchiveBytes
internal import ArchiveNodes
public import ArchiveValues
public import Foundation

/// A text with attributes as a field, on every platform: an archived `NSAttributedString`.
///
/// ```swift
/// for run in note.text.runs {
///   print(run.text, try run.attributes.font?.name ?? "", try run.attributes.link ?? "")
/// }
/// ```
///
/// It keeps the archived object, so that a text from a Mac returns to the Mac unchanged, with its class, fonts,
/// colours, attachments, and the attributes of other programs. ``runs`` gives typed access.
public struct ArchivedAttributedString: ArchiveRepresentable, Hashable, Sendable {
  /// The archived object: an `NSAttributedString`, or an object of a subclass, such as `NSTextStorage`.
  public let object: ArchivedObject
  /// The text without attributes.
  public let string: String
  /// The end of each run, and the number of its dictionary.
  private let segments: [Segment]
  private let dictionaries: [ArchiveNode]

  /// A piece of the text whose characters all have the same attributes.
  public struct Run: Hashable, Sendable {
    /// The characters of the run.
    public let text: String
    /// The range of the characters, in UTF-16 code units, as Foundation counts.
    public let range: NSRange
    /// The attributes of these characters.
    public let attributes: Attributes
  }

  private struct Segment: Sendable {
    let end: Int32
    let dictionary: Int32
  }

  /// Interprets an object as a text.
  ///
  /// - Throws: ``ArchiveError`` if it is not an `NSAttributedString`, if it has no text, or if its runs do not fit its
  ///   text.
  /// - Complexity: Linear in the length of the text and the number of runs.
  public init(_ object: ArchivedObject) throws {
    try object.check(isKind: Self.className)
    self.object = object
    guard let string = object.node(Key.string)?.stringValue else {
      throw ArchiveError(
        .missingField, expected: "the text", found: object[Key.string]?.kindDescription ?? "none",
        path: [.field(Key.string)])
    }
    self.string = string
    dictionaries = try Self.dictionaries(of: object)
    segments = try Self.segments(of: object, length: string.utf16.count, count: dictionaries.count)
  }

  /// The runs, in the order of the text. An empty text has none.
  ///
  /// - Complexity: Linear in the length of the text.
  public var runs: [Run] {
    let units = string.utf16
    var (index, start) = (units.startIndex, 0)
    return segments.map { segment in
      let end = Int(segment.end)
      let next = units.index(index, offsetBy: end - start)
      defer { (index, start) = (next, end) }
      return Run(
        text: String(string[index..<next]), range: NSRange(location: start, length: end - start),
        attributes: segment.dictionary < 0
          ? Attributes() : Attributes(dictionaries[Int(segment.dictionary)]))
    }
  }

  /// The archived object.
  public var archiveForm: ArchivedObject { object }

  public init(archiveForm object: ArchivedObject) throws { try self.init(object) }

  public static func == (left: ArchivedAttributedString, right: ArchivedAttributedString) -> Bool {
    left.object == right.object
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(object) }
}

// The layout of the archived object: the text, and one dictionary of attributes or an array of them. An array comes
// with packed integers, alternately the length of a run and the number of its dictionary.
extension ArchivedAttributedString {
  private static let className = "NSAttributedString"

  private enum Key {
    static let string = "NSString"
    static let attributes = "NSAttributes"
    static let runs = "NSAttributeInfo"
  }

  private static func dictionaries(of object: ArchivedObject) throws -> [ArchiveNode] {
    guard let node = object.node(Key.attributes), !node.isNull else { return [] }
    let found = node.elements ?? [node]
    for (position, node) in found.enumerated() where !node.isDictionary {
      throw ArchiveError(
        .typeMismatch, expected: "a dictionary of attributes", found: node.kindDescription,
        path: [.field(Key.attributes)] + (found.count == 1 ? [] : [.index(position)]))
    }
    return found
  }

  private static func segments(of object: ArchivedObject, length: Int, count: Int) throws -> [Segment] {
    func invalid(_ expected: String, _ found: String) -> ArchiveError {
      ArchiveError(.invalidValue, expected: expected, found: found, path: [.field(Key.runs)])
    }
    guard let length = Int32(exactly: length) else {
      throw ArchiveError(.unsupported, expected: "a text below 2 GiB", found: "\(length) characters")
    }
    guard let info = object.node(Key.runs), !info.isNull else {
      guard count <= 1 else { throw invalid("the runs of \(count) dictionaries", "none") }
      return length == 0 ? [] : [Segment(end: length, dictionary: Int32(count) - 1)]
    }
    guard let packed = info.dataValue, let numbers = Varints.unpacked(packed), numbers.count % 2 == 0 else {
      throw invalid("lengths of runs and numbers of dictionaries", info.kindDescription)
    }
    var (segments, end): ([Segment], Int32) = ([], 0)
    segments.reserveCapacity(numbers.count / 2)
    for position in stride(from: 0, to: numbers.count, by: 2) {
      let (run, dictionary) = (numbers[position], numbers[position + 1])
      guard run <= UInt64(length - end) else {
        throw invalid("runs of \(length) UTF-16 characters", "more, in run \(position / 2)")
      }
      guard dictionary < UInt64(count) else {
        throw invalid("the number of one of \(count) dictionaries", "\(dictionary), of run \(position / 2)")
      }
      if run == 0 { continue }
      end += Int32(run)
      segments.append(Segment(end: end, dictionary: Int32(dictionary)))
    }
    guard end == length else { throw invalid("runs of \(length) UTF-16 characters", "\(end)") }
    return segments
  }
}

// MARK: A program's own texts

extension ArchivedAttributedString {
  /// Creates a text from pieces with attributes, as Foundation archives an `NSAttributedString`.
  ///
  /// ```swift
  /// let text = ArchivedAttributedString([
  ///   ("Read ", .init()), ("this", .init(font: bold)),
  /// ])
  /// ```
  ///
  /// Neighbours with equal attributes are one run.
  ///
  /// - Complexity: Linear in the size of the pieces.
  public init(_ pieces: [(text: String, attributes: Attributes)]) {
    var (string, segments, dictionaries) = ("", [Segment](), [Attributes]())
    /// The dictionaries with their references replaced by objects. These forms are equal if the dictionaries are.
    var forms: [ArchiveNode] = []
    var end = 0
    for (text, attributes) in pieces where !text.isEmpty {
      // Only recent dictionaries are reused: a search among all would take long if they are crafted to look alike.
      let form = attributes.node.inlined()
      let known = forms.indices.suffix(8).last { forms[$0] == form }
      let number = Int32(truncatingIfNeeded: known ?? dictionaries.count)
      if known == nil {
        dictionaries.append(attributes)
        forms.append(form)
      }
      string += text
      end += text.utf16.count
      // Pieces with the same attributes are one run.
      if segments.last?.dictionary == number { segments.removeLast() }
      segments.append(Segment(end: Int32(clamping: end), dictionary: number))
    }
    var fields = ArchiveNode.Fields(className: Self.className)
    fields[Key.string] = .string(string)
    if dictionaries.count > 1 {
      fields[Key.attributes] = .instance(Self.mutable("Array"), .array(dictionaries.map(\.node)))
      let starts = [0] + segments.map(\.end)
      let numbers = zip(starts, segments).flatMap { [UInt64($1.end - $0), UInt64($1.dictionary)] }
      fields[Key.runs] = .instance(Self.mutable("Data"), .data(Varints.packed(numbers)))
    } else if let only = dictionaries.first, !only.names.isEmpty {
      fields[Key.attributes] = only.node
    }
    object = ArchivedObject(fields).compacted()
    (self.string, self.segments, self.dictionaries) = (string, segments, dictionaries.map(\.node))
  }

  private static func mutable(_ kind: String) -> ArchiveClass {
    ArchiveClass("NSMutable" + kind, superclassNames: ["NS" + kind, "NSObject"])
  }
}

extension ArchivedObject {
  /// The field with a name, with the objects that it reaches; `nil` if it does not exist.
  func node(_ name: String) -> ArchiveNode? { node.part(name) }

  /// Returns the object with one table for the graphs in it.
  fileprivate func compacted() -> ArchivedObject { (try? ArchivedObject(node.compacted())) ?? self }
}

extension ArchiveNode {
  /// Returns the field with a name, or the value of a key, with the objects that it reaches; `nil` if it does not
  /// exist.
  func part(_ name: String) -> ArchiveNode? {
    let place = NodePlace(self)
    let part: ArchiveNode? =
      switch place.content {
      case .record(let fields): fields[name]
      case .dictionary(let entries):
        entries.first { NodePlace($0.key, in: place.objects).content.stringValue == name }?.value
      default: nil
      }
    return part.flatMap { place.standalone($0) }
  }

  /// Whether the node is a dictionary, of any class.
  fileprivate var isDictionary: Bool { if case .dictionary = NodePlace(self).content { true } else { false } }
}
