internal import ArchiveBytes
public import Foundation

// The columns of the types in `Values`.

// MARK: Scalars

extension Bool { public static var archiveColumn: ArchiveColumn { ArchiveColumn(.bool, of: self) } }

extension ArchiveColumn {
  fileprivate static func integer(_ type: (some FixedWidthInteger).Type) -> ArchiveColumn {
    ArchiveColumn(.integer(byteCount: type.bitWidth / 8, isSigned: type.isSigned), of: type)
  }
}

extension Int { public static var archiveColumn: ArchiveColumn { .integer(self) } }
extension Int8 { public static var archiveColumn: ArchiveColumn { .integer(self) } }
extension Int16 { public static var archiveColumn: ArchiveColumn { .integer(self) } }
extension Int32 { public static var archiveColumn: ArchiveColumn { .integer(self) } }
extension Int64 { public static var archiveColumn: ArchiveColumn { .integer(self) } }
extension UInt { public static var archiveColumn: ArchiveColumn { .integer(self) } }
extension UInt8 { public static var archiveColumn: ArchiveColumn { .integer(self) } }
extension UInt16 { public static var archiveColumn: ArchiveColumn { .integer(self) } }
extension UInt32 { public static var archiveColumn: ArchiveColumn { .integer(self) } }
extension UInt64 { public static var archiveColumn: ArchiveColumn { .integer(self) } }

extension Float { public static var archiveColumn: ArchiveColumn { ArchiveColumn(.float, of: self) } }
extension Double { public static var archiveColumn: ArchiveColumn { ArchiveColumn(.double, of: self) } }
extension Date { public static var archiveColumn: ArchiveColumn { ArchiveColumn(.date, of: self) } }

extension CGFloat {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: Double.self) { (value: CGFloat) in
      Double(value)
    } decode: {
      CGFloat($0)
    }
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16 {
    public static var archiveColumn: ArchiveColumn {
      .stored(as: Float.self) { (value: Float16) in
        Float(value)
      } decode: { number in
        let value = Float16(number)
        guard Float(value) == number || number.isNaN else {
          throw ArchiveError(.invalidValue, expected: "a number that fits Float16", found: "\(number)")
        }
        return value
      }
    }
  }
#endif

// MARK: Strings and bytes

extension String { public static var archiveColumn: ArchiveColumn { ArchiveColumn(.string, of: self) } }
extension Data { public static var archiveColumn: ArchiveColumn { ArchiveColumn(.data, of: self) } }
extension UUID { public static var archiveColumn: ArchiveColumn { ArchiveColumn(.bytes(16), of: self) } }

extension Substring {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: String.self) { (value: Substring) in
      String(value)
    } decode: {
      Substring($0)
    }
  }
}

extension Character {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: String.self) { (value: Character) in
      String(value)
    } decode: { string in
      guard let character = string.first, string.index(after: string.startIndex) == string.endIndex else {
        throw ArchiveError(
          .invalidValue, expected: "one character", found: "a string of \(string.count) characters")
      }
      return character
    }
  }
}

extension Unicode.Scalar {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: String.self) { (value: Unicode.Scalar) in
      String(value)
    } decode: { string in
      let scalars = string.unicodeScalars
      guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else {
        throw ArchiveError(
          .invalidValue, expected: "one Unicode scalar", found: "a string of \(scalars.count) scalars")
      }
      return scalar
    }
  }
}

// MARK: Optionals and collections

extension Optional where Wrapped: ArchiveValue {
  public static var archiveColumn: ArchiveColumn { ArchiveColumn(.optional(Wrapped.self), of: self) }
}

extension Array where Element: ArchiveValue {
  public static var archiveColumn: ArchiveColumn { ArchiveColumn(.array(Element.self), of: self) }
}

extension ContiguousArray where Element: ArchiveValue {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: [Element].self) { (value: ContiguousArray) in
      Array(value)
    } decode: {
      ContiguousArray($0)
    }
  }
}

extension ArraySlice where Element: ArchiveValue {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: [Element].self) { (value: ArraySlice) in
      Array(value)
    } decode: {
      ArraySlice($0)
    }
  }
}

extension Set where Element: ArchiveValue {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: [Element].self, role: .set) { (value: Set) in
      try canonicallyOrdered(Array(value)) { $0 }
    } decode: { elements in
      let set = Set(elements)
      guard set.count == elements.count else {
        throw ArchiveError(
          .invalidValue, expected: "distinct elements of a set",
          found: "\(set.count) different ones among \(elements.count)")
      }
      return set
    }
  }
}

extension Dictionary where Key: ArchiveValue, Value: ArchiveValue {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: [DictionaryEntry<Key, Value>].self, role: .dictionary) { (value: Dictionary) in
      try canonicallyOrdered(value.map { DictionaryEntry(key: $0.key, value: $0.value) }) { $0.key }
    } decode: { entries in
      var dictionary = Dictionary(minimumCapacity: entries.count)
      for entry in entries {
        guard dictionary.updateValue(entry.value, forKey: entry.key) == nil else {
          throw ArchiveError(
            .invalidValue, expected: "distinct keys of a dictionary", found: "a second \(entry.key)")
        }
      }
      return dictionary
    }
  }
}

// MARK: Tuples and ranges

extension ArchiveTuple {
  package static var archiveColumn: ArchiveColumn {
    var (parts, end) = ([ArchiveColumn.Part](), 0)
    func add<Value>(_ type: Value.Type) where Value: ArchiveValue {
      let alignment = MemoryLayout<Value>.alignment
      let offset = (end + alignment - 1) & -alignment
      parts.append(ArchiveColumn.Part(name: "\(parts.count)", type: type, offset: offset))
      end = offset + MemoryLayout<Value>.size
    }
    for type in repeat (each Part).self { add(type) }
    return ArchiveColumn(.parts(parts), of: self)
  }
}

/// The bounds as they are stored, checked when they come back.
private func checked<Bound: Comparable>(_ lower: Bound, _ upper: Bound) throws -> (Bound, Bound) {
  guard lower <= upper else {
    throw ArchiveError(
      .invalidValue, expected: "bounds of a range, in ascending order", found: "\(lower) and \(upper)")
  }
  return (lower, upper)
}

private func checked<Bound: Comparable>(_ bound: Bound) throws -> Bound {
  guard bound == bound else {
    throw ArchiveError(.invalidValue, expected: "a bound of a range", found: "\(bound)")
  }
  return bound
}

extension Range where Bound: ArchiveValue {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: ArchiveTuple<Bound, Bound>.self) { (value: Range) in
      ArchiveTuple(value.lowerBound, value.upperBound)
    } decode: {
      let (lower, upper) = try checked($0.parts.0, $0.parts.1)
      return lower..<upper
    }
  }
}

extension ClosedRange where Bound: ArchiveValue {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: ArchiveTuple<Bound, Bound>.self) { (value: ClosedRange) in
      ArchiveTuple(value.lowerBound, value.upperBound)
    } decode: {
      let (lower, upper) = try checked($0.parts.0, $0.parts.1)
      return lower...upper
    }
  }
}

extension PartialRangeFrom where Bound: ArchiveValue {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: Bound.self) { (value: PartialRangeFrom) in
      value.lowerBound
    } decode: {
      PartialRangeFrom(try checked($0))
    }
  }
}

extension PartialRangeThrough where Bound: ArchiveValue {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: Bound.self) { (value: PartialRangeThrough) in
      value.upperBound
    } decode: {
      PartialRangeThrough(try checked($0))
    }
  }
}

extension PartialRangeUpTo where Bound: ArchiveValue {
  public static var archiveColumn: ArchiveColumn {
    .stored(as: Bound.self) { (value: PartialRangeUpTo) in
      value.upperBound
    } decode: {
      PartialRangeUpTo(try checked($0))
    }
  }
}

// MARK: Raw values

extension RawPart {
  package static var archiveColumn: ArchiveColumn {
    .stored(as: Value.RawValue.self) { (part: RawPart) in
      part.value.rawValue
    } decode: {
      RawPart(try Value.ofRawValue($0))
    }
  }
}

extension ArchiveColumn {
  static func rawValues<Value: RawRepresentable>(of type: Value.Type) -> ArchiveColumn
  where Value.RawValue: ArchiveValue {
    .stored(as: Value.RawValue.self) { (value: Value) in
      value.rawValue
    } decode: {
      try Value.ofRawValue($0)
    }
  }
}

extension RawRepresentable {
  fileprivate static func ofRawValue(_ rawValue: RawValue) throws -> Self {
    guard let value = Self(rawValue: rawValue) else {
      throw ArchiveError(
        .invalidValue, expected: "a raw value of \(Self.self)", found: "the raw value \(rawValue)",
        advice: "The archive may come from a newer version of the type.")
    }
    return value
  }
}
