internal import ArchiveBytes
internal import PropertyLists

/// A class record: what it says of the class.
struct ClassRecord {
  let name: String
  /// `$classes` and `$classhints`; `nil` if the record has none.
  let classes: [String]?
  let hints: [String]?

  /// Reads the record at an offset; `nil` if it is anything but names.
  init?(at offset: Int, in plist: BinaryPlist) throws {
    guard let parts = try plist.parts(at: offset), parts.isDictionary else { return nil }
    var (name, classes, hints): (String?, [String]?, [String]?)
    for (key, reference) in try plist.entries(at: offset, what: "a class record") {
      let offset = try plist.offset(of: reference)
      switch key {
      case "$classname": name = try plist.string(at: offset)
      case "$classes": classes = try plist.strings(at: offset)
      case "$classhints": hints = try plist.strings(at: offset)
      default: return nil
      }
    }
    guard let name, parts.count == 1 + (classes == nil ? 0 : 1) + (hints == nil ? 0 : 1) else { return nil }
    (self.name, self.classes, self.hints) = (name, classes, hints)
  }

  func isSame(as other: ClassRecord) -> Bool {
    name.hasSameBytes(as: other.name) && Self.areSame(classes, other.classes)
      && Self.areSame(hints, other.hints)
  }

  private static func areSame(_ left: [String]?, _ right: [String]?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.elementsEqual(right) { $0.hasSameBytes(as: $1) }
  }

  var text: String {
    name + " with \(classes.map { "$classes [\($0.joined(separator: ", "))]" } ?? "no $classes")"
      + (hints.map { " and $classhints [\($0.joined(separator: ", "))]" } ?? "")
  }
}

extension BinaryPlist {
  /// Returns the strings of the array at an offset; `nil` for any other object.
  fileprivate func strings(at offset: Int) throws -> [String]? {
    guard let parts = try parts(at: offset), !parts.isDictionary else { return nil }
    var strings: [String] = []
    for position in 0..<parts.count {
      guard let string = try string(at: self.offset(of: reference(position, of: parts))) else { return nil }
      strings.append(string)
    }
    return strings
  }
}
