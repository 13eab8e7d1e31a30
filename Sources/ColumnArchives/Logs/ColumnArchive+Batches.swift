internal import ArchiveBytes
internal import ArchiveValues
package import Foundation

// The batches of a sequence, each as an archive of its own.

extension ColumnArchive {
  /// Opens one batch of a sequence as an archive of its own.
  ///
  /// - Parameters:
  ///   - header: The header of the sequence.
  ///   - body: The body of the batch.
  ///   - count: The number of elements, as its head says.
  package init(header: Data, body: Data, count: Int, options: DecodingOptions) {
    let data = header + body
    self.init(
      data: data, options: options,
      batches: [ArchiveLayout.Batch(start: 0, count: count, body: header.count..<data.count)])
  }

  /// The numbers of elements and the locations of the batches.
  package var batchRanges: [(elements: Range<Int>, bytes: Range<Int>)] {
    batches.map { ($0.start..<$0.start + $0.count, $0.body) }
  }

  /// Returns one batch as an archive of its own, over the same bytes.
  package func batch(_ index: Int) -> ColumnArchive {
    var alone = batches[index]
    alone.start = 0
    return ColumnArchive(data: data, options: options, isMapped: isMapped, batches: [alone])
  }
}
