import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// The archives of `HostileArchives`, each read as a value and through `NSCoder`.
final class HostileFileTests: XCTestCase {
  private static let classes: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSUUID.self,
    NSSet.self,
    NSNull.self, NSURL.self,
  ]

  private struct Case {
    let decode: (Data) throws -> Void
    /// The codes of both roads; `nil` for a value.
    let typed: ArchiveError.Code?
    let coded: ArchiveError.Code?
  }

  private func reading<Value: ArchiveValue>(
    as type: Value.Type, _ typed: ArchiveError.Code?, _ coded: ArchiveError.Code?
  ) -> Case {
    Case(decode: { _ = try KeyedArchive.decode(type, from: $0) }, typed: typed, coded: coded)
  }
  private func reading<Value: ArchiveValue>(as type: Value.Type, _ code: ArchiveError.Code?) -> Case {
    reading(as: type, code, code)
  }

  private var cases: [String: Case] {
    [
      "00-ok-array": reading(as: [String].self, nil),
      "02-mutual-dicts": reading(as: Nest.self, .cycle),
      "03-uid-out-of-range": reading(as: [String].self, .malformed),
      "04-top-uid-out-of-range": reading(as: [String].self, .malformed),
      "05-class-uid-out-of-range": reading(as: [String].self, .malformed),
      "07-class-missing": reading(as: [String].self, .malformed),
      "08-classname-missing": reading(as: [String].self, .malformed),
      "09-top-without-root": reading(as: [String].self, .missingField),
      "11-dict-value-unknown-class": reading(as: [String: String].self, .classMismatch),
      "14-uuid-3-bytes": reading(as: UUID.self, .invalidValue),
      "16-date-string": reading(as: Date.self, .typeMismatch),
      "17-unexpected-class": reading(as: [String].self, .classMismatch),
      "19-deep-100k-arrays": reading(as: Mesh.self, .limitExceeded),
      "21-truncated-half": reading(as: [String].self, .truncated),
      "22-truncated-no-trailer": reading(as: [String].self, .truncated),
      "23-trailer-num-2^60": reading(as: [String].self, .malformed),
      "24-trailer-top-2^40": reading(as: [String].self, .malformed),
      "26-trailer-table-past-end": reading(as: [String].self, .malformed),
      "29-objects-contains-itself": reading(as: [Loose].self, .cycle, .malformed),
      "30-uid-8-bytes": reading(as: [String].self, .malformed),
      "31-deep-100k-plist": reading(as: Mesh.self, .malformed),
      "32-deep-100k-xml": reading(as: Mesh.self, .limitExceeded),
      "33-empty": reading(as: [String].self, .truncated),
      "34-nskeyed-top-array": reading(as: [String].self, .malformed),
      "35-key-is-dict": reading(as: [[String: String]: String].self, nil),
    ]
  }

  /// A dictionary of itself.
  private struct Nest: ArchiveValue {
    var parts: [String: Nest]
    func encodeValue(to encoder: inout some ValueEncoder) throws { try parts.encodeValue(to: &encoder) }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> Nest {
      Nest(parts: try [String: Nest].decodeValue(from: &decoder))
    }
  }

  /// `nil`, a text, or an array of these.
  private indirect enum Loose: ArchiveValue {
    case missing
    case text(String)
    case list([Loose])
    func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encodeNil() }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> Loose {
      if try decoder.decodeNil() { return .missing }
      if let text = try? decoder.decodeString() { return .text(text) }
      return .list(try [Loose].decodeValue(from: &decoder))
    }
  }

  func testEveryArchive() throws {
    XCTAssertEqual(HostileArchives.all.map(\.name), cases.keys.sorted())
    for archive in HostileArchives.all { try check(archive.data, archive.name, "\(archive)") }
  }

  /// The files that the archives are likenesses of have the same outcomes.
  func testSharedFiles() throws {
    let folder = try TestFiles.shared("hostile")
    let files = try TestFiles.files(below: folder)
    let names = files.map { $0.replacingOccurrences(of: ".plist", with: "") }
    XCTAssertEqual(names, HostileArchives.all.map(\.name))
    for (file, name) in zip(files, names) {
      try check(Data(contentsOf: folder.appendingPathComponent(file)), name, file)
    }
  }

  private func check(_ data: Data, _ name: String, _ message: String) throws {
    let expected = try XCTUnwrap(cases[name], name)
    let work = WorkGuard()
    check(expected.typed, "\(message) as a value") { try expected.decode(data) }
    check(expected.typed, "\(message) as a slice") { try expected.decode(embedded(data)) }
    check(expected.coded, "\(message) through NSCoder") {
      _ = try KeyedArchive.unarchivedObject(ofClasses: Self.classes, from: data)
    }
    assertDecodesOrThrows(message) { try KeyedArchive(data).verify() }
    // The largest have 100,000 objects, each read four times: about a hundred usual archives of 5,000 strings.
    work.assertAtMost(archives: 300, message)
  }

  private func check(_ code: ArchiveError.Code?, _ name: String, _ body: () throws -> Void) {
    do {
      try body()
      XCTAssertNil(code, "\(name) decodes")
    } catch let error as ArchiveError {
      XCTAssertEqual(error.code, code, "\(name): \(error)")
    } catch {
      XCTFail("\(name): \(type(of: error)) escaped: \(error)")
    }
  }

  func testTheLegalOnesGiveTheirValues() throws {
    func data(_ name: String) throws -> Data {
      try XCTUnwrap(HostileArchives.all.first { $0.name == name }?.data, name)
    }
    XCTAssertEqual(try KeyedArchive.decode([String].self, from: data("00-ok-array")), ["hi"])
    XCTAssertEqual(
      try KeyedArchive.decode([[String: String]: String].self, from: data("35-key-is-dict")), [[:]: "v"])
  }
}
