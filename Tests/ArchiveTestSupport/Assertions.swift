import ArchiveDocuments
import Foundation
import StructCoding
import XCTest

// Generic helpers of the tests ask not to be specialized: made anew for each of hundreds of types, those of column archives
// took the optimiser more than ten minutes in a release build.

/// What the XML form of an archive can carry of a value.
public enum XMLForm {
  /// Everything.
  case exact
  /// Not everything: characters that XML lacks, bits of a NaN.
  case lossy
}

/// A value survives its keyed archive, and the archive is what it should be:
///
/// - it decodes to an equal value, which encodes to the same bytes again;
/// - every truncated archive, and one with a byte too many that is no padding, throws;
/// - it decodes from the middle of other bytes, at an odd address;
/// - the XML form decodes to the same, where XML can carry it.
///
/// - Returns: The archive.
@discardableResult
@_semantics("optimize.sil.specialize.generic.never")
public func assertRoundTrip<Value: ArchiveValue & Equatable>(
  _ value: Value, xml: XMLForm = .exact, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) throws -> Data {
  let data = try KeyedArchive.encode(value)
  func check(_ archive: Data, _ form: String) throws {
    do {
      let back = try KeyedArchive.decode(Value.self, from: archive)
      if value == value {
        XCTAssert(
          back == value, "\(form): \(brief(back)) is not \(brief(value)) \(message())", file: file, line: line
        )
      }
      XCTAssert(
        try KeyedArchive.encode(back) == data, "\(form): other bytes the second time \(message())",
        file: file,
        line: line)
    } catch {
      XCTFail("\(form): \(error) \(message()), for \(brief(value))", file: file, line: line)
    }
  }
  XCTAssert(
    try KeyedArchive.encode(value) == data, "two archives of one value differ \(message())", file: file,
    line: line)
  try check(data, "binary")
  try check(embedded(data), "in the middle of other bytes")
  assertRefusesOtherLengths(of: data, as: Value.self, file: file, line: line)
  if xml == .exact {
    let text = try KeyedArchive.encode(value, options: .init(outputFormat: .xml))
    XCTAssertEqual(text.first, UInt8(ascii: "<"), file: file, line: line)
    try check(text, "XML")
  }
  return data
}

/// An archive with bytes missing at its end, or with one too many, throws. A byte of padding is passed over.
@_semantics("optimize.sil.specialize.generic.never")
public func assertRefusesOtherLengths<Value: ArchiveValue>(
  of data: Data, as type: Value.Type, file: StaticString = #filePath, line: UInt = #line
) {
  for length in Thoroughness.prefixes(of: data.count)
  where (try? KeyedArchive.decode(type, from: data.prefix(length))) != nil {
    XCTFail("\(length) of \(data.count) bytes decode", file: file, line: line)
  }
  for byte: UInt8 in [1, 0x41, 0xFF] where (try? KeyedArchive.decode(type, from: data + [byte])) != nil {
    XCTFail("an archive followed by the byte \(byte) decodes", file: file, line: line)
  }
}

/// The same bytes as a slice that starts late, at an odd address.
public func embedded(_ data: Data) -> Data {
  (Data(repeating: 0xA5, count: 33) + data + Data(repeating: 0x5A, count: 7)).dropFirst(33).dropLast(7)
}

/// The object of a `Coding` class survives an archive that is written and read through `NSCoder`, and that archive
/// is the same as the value's own.
@_semantics("optimize.sil.specialize.generic.never")
public func assertCoderRoundTrip<Value: Archivable & Equatable>(
  _ value: Value, file: StaticString = #filePath, line: UInt = #line
) throws {
  let data = try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
  let back = try KeyedArchive.unarchivedObject(ofClass: Value.Coding.self, from: data)
  XCTAssertEqual(back?.decoded, value, file: file, line: line)
  let own = try KeyedArchive.encode(value)
  // A plain enumeration is its name or its raw value as a value, and a record as an object.
  if try KeyedArchive(own).verify().keys.contains(Value.archiveSchema.className) {
    XCTAssertEqual(data, own, file: file, line: line)
  } else {
    let isName = Value.archiveSchema.isPlainEnumeration || Value.self is any RawRepresentable.Type
    XCTAssertTrue(isName, "\(Value.self) is no record", file: file, line: line)
  }
}

/// The body throws an `ArchiveError` with this code, at this place.
@discardableResult
public func assertThrows<Result>(
  _ code: ArchiveError.Code, at path: String? = nil, saying words: String..., file: StaticString = #filePath,
  line: UInt = #line, _ body: () throws -> Result
) -> ArchiveError? {
  do {
    let result = try body()
    XCTFail("no error but \(brief(result)); expected \(code)", file: file, line: line)
  } catch let error as ArchiveError {
    XCTAssertEqual(error.code, code, "\(error)", file: file, line: line)
    if let path { XCTAssertEqual(error.pathDescription, path, "\(error)", file: file, line: line) }
    for word in words {
      XCTAssertTrue(error.description.contains(word), "“\(word)” is not in: \(error)", file: file, line: line)
    }
    return error
  } catch {
    XCTFail("\(type(of: error)) escaped: \(error)", file: file, line: line)
  }
  return nil
}

/// The body gives a value or throws an `ArchiveError`; any other error fails the test.
///
/// - Returns: Whether it gave a value.
@discardableResult
public func assertDecodesOrThrows<Result>(
  _ message: @autoclosure () -> String, file: StaticString = #filePath, line: UInt = #line,
  _ body: () throws -> Result
) -> Bool {
  do {
    _ = try body()
    return true
  } catch is ArchiveError {
    return false
  } catch {
    XCTFail("\(type(of: error)) escaped: \(error), \(message())", file: file, line: line)
    return false
  }
}

/// The description of a value, cut short.
public func brief(_ value: some Any) -> String {
  let text = "\(value)"
  return text.count > 200 ? text.prefix(200) + "…" : text
}
