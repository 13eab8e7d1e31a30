/// All parts of a sequence, once they have been looked at.
package struct SequenceParts: Sendable {
  /// The complete batches, in order. The numbers of their elements have gaps where there is damage.
  package private(set) var frames: [FrameSequence.Frame] = []
  package private(set) var damage: [FrameSequence.Damage] = []
  package private(set) var torn: FrameSequence.Torn?
  /// The location of the footer, if there is one.
  package private(set) var footer: Range<Int>?
  /// The number after that of the last element, as far as it is known.
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
