import ArchiveTestSupport
import ColumnArchives
import Foundation
import XCTest

/// Python's modules `zlib` and `gzip` read what is written here, and the other way round.
final class CompressedDataPythonTests: XCTestCase {
  override func setUpWithError() throws { try Python.require(["zlib", "gzip"]) }

  private let samples = [
    Data(), Data("one line\n".utf8), Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }),
  ]

  /// What expressions make of `data`, all in one run of Python.
  private func run(_ calls: [(expression: String, data: Data)]) throws -> [Data] {
    let script = """
      import base64, gzip, io, json, sys, zlib
      def named(data):
        file = io.BytesIO()
        with gzip.GzipFile('name.txt', 'wb', 9, file, 1e9) as member: member.write(data)
        return file.getvalue()
      calls = json.load(open(sys.argv[1]))
      found = [eval(expression, globals(), {'data': base64.b64decode(data)}) for expression, data in calls]
      json.dump([base64.b64encode(data).decode() for data in found], open(sys.argv[2], 'w'))
      """
    let input = try JSONSerialization.data(
      withJSONObject: calls.map { [$0.expression, $0.data.base64EncodedString()] })
    let output = try Python.run(script, input: input).output
    let texts = try XCTUnwrap(JSONSerialization.jsonObject(with: output) as? [String])
    XCTAssertEqual(texts.count, calls.count)
    return try texts.map { try XCTUnwrap(Data(base64Encoded: $0)) }
  }

  func testZlib() throws {
    let transformer = ZlibDataTransformer()
    let written = try run(samples.map { ("zlib.decompress(data)", try transformer.encode($0)) })
    XCTAssertEqual(written, samples)
    for level in [0, 1, 9] {
      let read = try run(samples.map { ("zlib.compress(data, \(level))", $0) })
      XCTAssertEqual(try read.map { try transformer.decode($0) }, samples, "level \(level)")
    }
  }

  func testGzip() throws {
    let transformer = GzipDataTransformer()
    let written = try run(samples.map { ("gzip.decompress(data)", try transformer.encode($0)) })
    XCTAssertEqual(written, samples)
    let read = try run(samples.map { ("gzip.compress(data)", $0) })
    XCTAssertEqual(try read.map { try transformer.decode($0) }, samples)
    let twice = try run(samples.map { ("gzip.compress(data) + gzip.compress(data)", $0) })
    XCTAssertEqual(try twice.map { try transformer.decode($0) }, samples.map { $0 + $0 })
    // With a name and a time in the header.
    let named = try run([("named(data)", samples[1])])[0]
    XCTAssert(named.range(of: Data("name.txt".utf8)) != nil)
    XCTAssertEqual(try transformer.decode(named), samples[1])
  }
}
