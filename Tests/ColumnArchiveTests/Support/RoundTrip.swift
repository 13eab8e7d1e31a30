import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// A value survives its column archive, and the archive is what it should be:
///
/// - it decodes to an equal value, which encodes to the same bytes again, and so does the one that a keyed archive
///   gives back;
/// - every truncated archive, and one with a byte too many, throws;
/// - it decodes from the middle of other bytes, at distances from a whole word: all in a thorough run, and otherwise some,
///   which differ by the size;
/// - it decodes to the same when its header is not the type's own, so that all is matched by name;
/// - it is written and read as well where nothing is known of the memory of values.
///
/// - Returns: The archive.
@discardableResult
@_semantics("optimize.sil.specialize.generic.never")
func assertColumns<Value: ArchiveValue & Equatable>(
  _ value: Value, _ message: @autoclosure () -> String = "", file: StaticString = #filePath,
  line: UInt = #line
) throws -> Data {
  let place = TestPlace(message: message(), file: file, line: line)
  let data = try ColumnArchive.encode(value)
  place.check(try ColumnArchive.encode(value) == data, "two archives of one value differ")
  place.checkDecoding(data, as: value, "whole", data)
  place.checkKeyedArchive(value, data)
  place.checkOtherLengths(of: data, as: Value.self)
  for distance in data.count < 512 ? Thoroughness.some(of: 0..<9, oneIn: 3, first: data.count) : [3] {
    let bytes = Data(repeating: 0xA5, count: distance) + data + Data(repeating: 0x5A, count: 7)
    place.checkDecoding(
      bytes.dropFirst(distance).dropLast(7), as: value, "\(distance) bytes into others", data)
  }
  // The class name may be missing; types without one take any.
  var parts = try ArchiveParts(data)
  parts.className = parts.className.isEmpty ? "Any" : ""
  place.checkDecoding(parts.data, as: value, "matched by name", data)
  return data
}

/// The value that a value's archive decodes to.
@_semantics("optimize.sil.specialize.generic.never")
func decoded<Value: ArchiveValue>(_ value: Value) throws -> Value {
  try ColumnArchive.decode(Value.self, from: ColumnArchive.encode(value))
}

/// Where a failure is reported.
private struct TestPlace {
  let message: String
  let file: StaticString
  let line: UInt

  func check(_ condition: @autoclosure () throws -> Bool, _ what: @autoclosure () -> String) {
    do {
      if try !condition() { XCTFail("\(what()) \(message)", file: file, line: line) }
    } catch {
      XCTFail("\(what()): \(error) \(message)", file: file, line: line)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func checkDecoding<Value: ArchiveValue & Equatable>(
    _ archive: Data, as value: Value, _ form: String, _ data: Data
  ) {
    do {
      let back = try ColumnArchive.decode(Value.self, from: archive)
      // A value with a NaN in it does not equal itself; its bytes do.
      if value == value { check(back == value, "\(form): \(brief(back)) is not \(brief(value))") }
      check(try ColumnArchive.encode(back) == data, "\(form): other bytes the second time")
    } catch {
      XCTFail("\(form): \(error) \(message), for \(brief(value))", file: file, line: line)
    }
  }

  /// Both archives hold the same value.
  @_semantics("optimize.sil.specialize.generic.never")
  func checkKeyedArchive<Value: ArchiveValue>(_ value: Value, _ data: Data) {
    do {
      let back = try KeyedArchive.decode(Value.self, from: KeyedArchive.encode(value))
      check(try ColumnArchive.encode(back) == data, "the keyed archive holds another value, \(brief(back))")
    } catch {
      XCTFail("keyed: \(error) \(message), for \(brief(value))", file: file, line: line)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func checkOtherLengths<Value: ArchiveValue>(of data: Data, as type: Value.Type) {
    for length in Thoroughness.prefixes(of: data.count) {
      checkThrows(data.prefix(length), as: type, "\(length) of \(data.count) bytes")
    }
    for byte: UInt8 in [0, 1, 0xFF] {
      checkThrows(data + [byte], as: type, "an archive with \(byte) behind it")
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func checkThrows<Value: ArchiveValue>(_ archive: Data, as type: Value.Type, _ what: String) {
    do {
      _ = try ColumnArchive.decode(type, from: archive)
      XCTFail("\(what) decode \(message)", file: file, line: line)
    } catch {
      check(error is ArchiveError, "\(type) escaped from \(what)")
    }
  }
}
