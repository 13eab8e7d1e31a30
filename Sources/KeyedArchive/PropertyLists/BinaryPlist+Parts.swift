internal import ArchiveBytes
internal import Foundation

// What arrays and dictionaries lead to, and what objects take.
extension BinaryPlist {
  /// The objects that `count` references lead to, which begin at `start` and which `counted(at:width:)` has checked.
  package func references(from start: Int, count: Int) throws -> [Int] {
    try (0..<count).map { try reference(at: start + $0 * referenceSize) }
  }

  /// The keys and values of the dictionary at an offset.
  ///
  /// - Parameter expected: What should be there, for the error when it is no dictionary.
  package func entries(at offset: Int, what expected: String) throws -> [(key: String, reference: Int)] {
    guard kind(at: offset) == Kind.dictionary else {
      throw Self.malformed(.malformed, expected, describe(at: offset), at: offset)
    }
    let (count, start) = try counted(at: offset, width: 2 * referenceSize)
    let names = try keyNames(count: count, start: start)
    return try names.enumerated().map { index, name in
      (name, try reference(at: start + (count + index) * referenceSize))
    }
  }

  /// The keys of a dictionary, whose references begin at `start`.
  ///
  /// Keys differ, so together they are no longer than the file. A file in which many are the same long string would
  /// otherwise cost far more than its size.
  func keyNames(count: Int, start: Int) throws -> [String] {
    var names: [String] = []
    // Characters of two bytes become three in UTF-8.
    var room = 2 * self.count
    for index in 0..<count {
      let offset = try offset(of: reference(at: start + index * referenceSize))
      guard let name = try string(at: offset) else {
        throw Self.malformed(.malformed, "a string as a key", describe(at: offset), at: offset)
      }
      room -= name.utf8.count
      guard room >= 0 else {
        throw Self.malformed(.malformed, "keys that differ", "one long key many times", at: offset)
      }
      names.append(name)
    }
    return names
  }

  /// The name in the class record of these entries, which is at an offset.
  func className(at offset: Int, entries: [(key: String, reference: Int)]) throws -> String {
    guard let reference = entries.first(where: { $0.key == "$classname" })?.reference,
      let name = try string(at: self.offset(of: reference))
    else {
      throw Self.malformed(.malformed, "a class record with a $classname", "one without", at: offset)
    }
    return name
  }

  /// How many bytes the object at an offset takes, without those that it refers to.
  package func size(at offset: Int) throws -> Int {
    let marker = Int(byte(at: offset) & 0xF)
    let width =
      switch kind(at: offset) {
      case Kind.integer, Kind.real, Kind.date: -(1 << marker)
      case Kind.uid: -(marker + 1)
      case Kind.data, Kind.ascii: 1
      case Kind.utf16: 2
      case Kind.array: referenceSize
      case Kind.dictionary: 2 * referenceSize
      default: 0
      }
    guard width > 0 else { return 1 - width }
    let (count, start) = try counted(at: offset, width: width)
    return start - offset + count * width
  }
}
