import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// The checksums of large blocks, which are found while the blocks are copied.
final class CopiedChecksumTests: XCTestCase {
  private typealias Mesh = Both<[Triangle], [Vertex]>

  private func triangles(_ count: Int, _ first: Int = 0) -> [Triangle] {
    (first..<first + count).map { number in
      var triangle = Triangle.zero
      triangle.second = Vertex(x: Float(number), y: Float(number) / 3, z: -1)
      return triangle
    }
  }

  /// Bodies and columns, some of which were summed in pieces, have the checksums that reading them gives.
  private func assertChecksums<Value: ArchiveValue>(
    of data: Data, as type: Value.Type, line: UInt = #line
  ) throws {
    try data.withUnsafeBytes { bytes -> Void in
      let (bytes, options) = (ByteCursor(bytes), ColumnArchive.DecodingOptions())
      try RootTable.shared.root(type).withContext(bytes, options) { layout, _, context in
        for batch in try layout.sequence(verifies: true, readsIncomplete: false).batches {
          let body = try batch.open(in: bytes, verifiesAny: true)
          guard let trailer = body.trailer else { continue }
          for entry in try ColumnDirectory(trailer, columns: body.columnRange, in: context).entries {
            let own = entry.range.lowerBound..<entry.range.lowerBound + entry.ownByteCount
            if !own.isEmpty { XCTAssertEqual(try bytes.part(own).checksum, entry.checksum, line: line) }
          }
        }
      }
    }
  }

  func testSingleValues() throws {
    for (first, second) in [
      (30_000, 0), (30_000, 10), (5, 100_000), (1_500, 90_000), (30_000, 90_000), (1_365, 0), (1_366, 0),
    ] {
      let mesh = Mesh(first: triangles(first), second: triangles(second).map(\.second))
      let data = try ColumnArchive.encode(mesh)
      try assertChecksums(of: data, as: Mesh.self)
      XCTAssertEqual(try ColumnArchive.decode(Mesh.self, from: data), mesh)
      XCTAssertEqual(try ColumnArchive.decode(Mesh.self, from: data, options: .unverified), mesh)
      // The same writer again.
      XCTAssertEqual(try ColumnArchive.encode(mesh), data)
    }
  }

  func testSequences() throws {
    let triangles = triangles(12_000)
    for batchSize in [1_500, 5_000, 12_000] {
      let options = ColumnArchive.EncodingOptions(batchSize: batchSize)
      let data = try ColumnArchive.encode(triangles, options: options)
      try assertChecksums(of: data, as: [Triangle].self)
      XCTAssertEqual(try ColumnArchive.decode([Triangle].self, from: data), triangles)
    }
    let meshes = (0..<3).map {
      Mesh(first: self.triangles(2_000 + $0), second: triangles[..<(7_000 - $0)].map(\.second))
    }
    for batchSize in [1, 2, 3] {
      let data = try ColumnArchive.encode(meshes, options: .init(batchSize: batchSize))
      try assertChecksums(of: data, as: [Mesh].self)
      XCTAssertEqual(try ColumnArchive.decode([Mesh].self, from: data), meshes)
      XCTAssertEqual(try ColumnArchive(data).values(at: Mesh.path.second), meshes.map(\.second))
    }
  }

  /// The elements are written as several batches, until one has an instance, and then again as one.
  func testInstancesAfterLargeBlocks() throws {
    let group = DrawnGroup.sample()
    let elements = (0..<4).map { DrawnMesh(triangles: triangles(3_000, $0), groups: $0 == 2 ? [group] : []) }
    let data = try ColumnArchive.encode(elements, options: .init(batchSize: 1))
    try assertChecksums(of: data, as: [DrawnMesh].self)
    let read = try ColumnArchive.decode([DrawnMesh].self, from: data)
    XCTAssertEqual(read.map(\.triangles), elements.map(\.triangles))
  }

  /// Damage before, in and after a block that is summed while it is copied.
  func testDamage() throws {
    for second in [0, 10, 20_000] {
      let mesh = Mesh(first: triangles(30_000), second: triangles(second).map(\.second))
      let data = try ColumnArchive.encode(mesh)
      let header = try RootTable.shared.root(Mesh.self).header.count
      let block = 30_000 * 48
      let positions =
        Array(header..<header + 40) + Array(data.count - 60..<data.count)
        + [100, block / 2, block - 50, block, block + 10, block + 40, data.count / 2].map { header + $0 }
      for position in positions where data.indices.contains(position) {
        for bit in [0, 7] {
          var changed = data
          changed[position] ^= 1 << UInt8(bit)
          do {
            _ = try ColumnArchive.decode(Mesh.self, from: changed)
            XCTFail("byte \(position) of \(data.count)")
          } catch let error as ArchiveError {
            // The last byte but five says whether there is a trailer, which is looked at first.
            guard position < data.count - 9 else { continue }
            XCTAssertEqual(error.code, .damaged, "byte \(position): \(error)")
          }
        }
      }
      for count in [data.count - 1, data.count - 5, data.count / 2, header + 3] {
        XCTAssertThrowsError(try ColumnArchive.decode(Mesh.self, from: data[..<count]))
      }
    }
  }

  func testWhatTheBufferForgets() {
    let block = [UInt8]((0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 >> 8) })
    func assertRight(_ output: OutputBuffer, line: UInt = #line) {
      for range in [0..<output.count, 1..<output.count, 3..<output.count - 1, 100_000..<output.count] {
        let expected = output.withBytes { CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: $0[range])) }
        XCTAssertEqual(output.checksum(of: range), expected, "\(range)", line: line)
      }
    }
    func append(_ output: OutputBuffer) { block.withUnsafeBytes { output.append(summing: $0) } }
    let output = OutputBuffer(capacity: 10)
    output.append([1, 2, 3])
    append(output)
    assertRight(output)
    output.append([4, 5])
    append(output)
    assertRight(output)
    output.store(UInt32(0xFFFF_FFFF), at: 200_000)
    assertRight(output)
    output.store(UInt8(9), at: 0)
    assertRight(output)
    append(output)
    output.truncate(to: output.count - 10)
    output.append([UInt8](repeating: 0xAA, count: 20))
    assertRight(output)
    append(output)
    output.truncate(to: 3)
    output.append([UInt8](block.reversed()))
    assertRight(output)
    append(output)
    _ = output.takeData()
    output.append([UInt8](block.reversed()) + block)
    assertRight(output)
  }
}

@Archivable(className: "Column_DrawnMesh")
private struct DrawnMesh {
  var triangles: [Triangle]
  var groups: [DrawnGroup]
}
