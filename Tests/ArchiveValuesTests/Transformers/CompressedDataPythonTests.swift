import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

/// Python's modules `zlib` and `gzip` read what is written here, and the other way round.
final class CompressedDataPythonTests: XCTestCase {
  override func setUpWithError() throws { try Python.require(["zlib", "gzip"]) }

  private var samples: [Data] {
    [Data(), Data("one line\n".utf8), Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) })]
  }

  private func run(_ expression: String, _ input: Data) throws -> Data {
    let script = """
      import gzip, io, sys, zlib
      data = open(sys.argv[1], 'rb').read()
      def named(data):
        file = io.BytesIO()
        with gzip.GzipFile('name.txt', 'wb', 9, file, 1e9) as member: member.write(data)
        return file.getvalue()
      open(sys.argv[2], 'wb').write(\(expression))
      """
    return try Python.run(script, input: input).output
  }

  func testZlib() throws {
    let transformer = ZlibDataTransformer()
    for data in samples {
      XCTAssertEqual(try run("zlib.decompress(data)", transformer.encode(data)), data)
      for level in [0, 1, 9] {
        XCTAssertEqual(try transformer.decode(run("zlib.compress(data, \(level))", data)), data)
      }
    }
  }

  func testGzip() throws {
    let transformer = GzipDataTransformer()
    for data in samples {
      XCTAssertEqual(try run("gzip.decompress(data)", transformer.encode(data)), data)
      XCTAssertEqual(try transformer.decode(run("gzip.compress(data)", data)), data)
      XCTAssertEqual(
        try transformer.decode(run("gzip.compress(data) + gzip.compress(data)", data)), data + data)
    }
    // With a name and a time in the header.
    let output = try run("named(data)", samples[1])
    XCTAssert(output.range(of: Data("name.txt".utf8)) != nil)
    XCTAssertEqual(try transformer.decode(output), samples[1])
  }
}
