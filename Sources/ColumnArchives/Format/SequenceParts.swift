package import ArchiveBytes
package import Foundation

extension FrameSequence {
  /// A part of the file.
  package enum Part: Sendable {
    case frame(BatchFrame, body: Data)
    case damage(Damage)
    case torn(Torn)
    case footer(Range<Int>)
  }

  /// Bytes that were changed after they were written, or are missing.
  package struct Damage: Sendable {
    /// The location in the file; empty if bytes are missing.
    package let range: Range<Int>
    /// The number of the first element that was there.
    package let first: Int
    /// The number after the last element's, if it is known; equal to `first` if no elements were there.
    package let next: Int?
    /// Whether the footer is damaged.
    package let isFooter: Bool
    /// The head of the batch, if it is undamaged.
    let head: BatchFrame?

    /// A complete batch in this place that is not the expected one.
    var displaced: BatchFrame? { next == first ? head : nil }

    /// Returns the error for readers that need the elements.
    ///
    /// - Parameter start: The number of the first element of the file.
    package func error(from start: Int = 0) -> ArchiveError {
      let expected =
        if isFooter {
          "the footer of \(first) elements"
        } else if let next {
          next == first
            ? "another batch than that from element \(start + first)"
            : "the batches of elements \(start + first) to \(start + next - 1)"
        } else {
          "a batch from element \(start + first)"
        }
      let missing = isFooter ? "the end of the file" : "later batches"
      return ArchiveError(
        .damaged, expected: expected, found: range.isEmpty ? missing : "bytes with another checksum",
        offset: range.lowerBound,
        advice: "The file was changed after it was written. Nothing was cut off. Read it from another copy.")
    }
  }

  /// Bytes at the end that can be cut off.
  package struct Torn: Sendable {
    package let range: Range<Int>
    /// Whether the bytes contain complete batches, which reached the disk before the batches in front of them, or
    /// bytes that no interrupted write leaves.
    package let isWorthKeeping: Bool

    package init(range: Range<Int>, isWorthKeeping: Bool) {
      (self.range, self.isWorthKeeping) = (range, isWorthKeeping)
    }

    /// Creates an empty torn part at the end of a file.
    package init(at end: Int) { self.init(range: end..<end, isWorthKeeping: false) }
  }

  /// Facts about a file from another source.
  package enum Extent: Sendable {
    case unknown
    /// This many elements were on the disk. Anything broken after them can be cut off, whatever it looks like.
    case acknowledged(Int)
    /// The file was complete, with this many elements if the count is known: anything broken is damage.
    case complete(count: Int?)
  }

  /// A place between two parts.
  package struct Position: Sendable {
    package var offset: Int
    /// The number of the next element.
    package var number: Int
    /// Whether the number is exact, or only a minimum.
    package var isExact = true

    package init(offset: Int, number: Int) { (self.offset, self.number) = (offset, number) }
  }
}

extension FrameSequence.Part {
  /// A complete batch in this place that is not the expected one.
  var displaced: BatchFrame? {
    if case .damage(let damage) = self { damage.displaced } else { nil }
  }
}

/// All parts of a sequence, after they have been examined.
package struct SequenceParts: Sendable {
  /// The complete batches, in order. The numbers of their elements have gaps at damaged places.
  package private(set) var frames: [BatchFrame] = []
  package private(set) var damage: [FrameSequence.Damage] = []
  package private(set) var torn: FrameSequence.Torn?
  /// The location of the footer, if there is one.
  package private(set) var footer: Range<Int>?
  /// The number after the last known element's.
  package let next: Int

  package init(_ sequence: FrameSequence) throws {
    var sequence = sequence
    while let part = try sequence.next() {
      switch part {
      case .frame(let frame, _): frames.append(frame)
      case .damage(let found): damage.append(found)
      case .torn(let found): torn = found
      case .footer(let range): footer = range
      }
    }
    next = sequence.position.number
  }
}
