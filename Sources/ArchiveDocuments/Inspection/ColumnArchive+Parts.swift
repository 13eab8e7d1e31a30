internal import ArchiveBytes
package import ColumnArchives
internal import Foundation

extension ColumnArchive {
  /// The columns by the names of their fields, and the classes of instances, each with its own bytes.
  ///
  /// - Parameter progress: Called after each batch with the number of bytes read so far.
  /// - Throws: ``ArchiveError`` if a column is cut off.
  package func parts(_ progress: (Int) -> Void = { _ in }) throws -> [ArchivePart] {
    let counts: ColumnByteCounts<ColumnCounter> = try byteCounts(progress)
    return counts.columns.parts(at: "") + counts.objects.parts(at: "").dropFirst()
  }
}

/// Counts the bytes of a column, and of the columns inside it.
private final class ColumnCounter: ByteCounter {
  private let name: String
  var kind = ""
  var own = 0
  private var count = 0
  private var children: [ColumnCounter] = []
  var isDivided: Bool { true }

  init(name: String) { self.name = name }

  subscript(name: String) -> ColumnCounter {
    if let known = children.first(where: { $0.name == name }) { return known }
    children.append(ColumnCounter(name: name))
    return children[children.count - 1]
  }

  func add(count: Int) {
    let (sum, overflow) = self.count.addingReportingOverflow(count)
    self.count = overflow ? .max : sum
  }

  func parts(at path: String) -> [ArchivePart] {
    [ArchivePart(name: path, kind: kind, count: count, byteCount: own)]
      + children.flatMap { $0.parts(at: path.isEmpty ? $0.name : "\(path).\($0.name)") }
  }
}
