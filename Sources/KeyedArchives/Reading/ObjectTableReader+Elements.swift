internal import ArchiveBytes
internal import ArchiveValues

/// An array of an archive whose elements are read in pieces, each by another reader: where it is.
///
/// All positions are offsets into the same bytes, so they are valid for every reader of these.
struct ElementRange: Sendable {
  fileprivate let place: ObjectTableReader.Place
  fileprivate let scope: ObjectTableReader.Scope
  fileprivate let looseReferences: [Int]
  /// What is left of the budget for all elements.
  fileprivate var budget: Int
  /// The number of elements.
  var count: Int { scope.count }
}

/// What the readers of the pieces hand on.
struct ElementReading {
  fileprivate var range: ElementRange
  /// The position of the next element.
  fileprivate var position = 0
  fileprivate var instances = DecodedObjects()
  fileprivate var instancePlaces: [ObjectTableReader.InstancePlace] = []

  init(_ range: ElementRange) { self.range = range }

  var isAtEnd: Bool { position >= range.count }
}

extension ObjectTableReader {
  /// Opens the array that `$top` stores under `key`.
  mutating func openElements(forKey key: String) throws -> ElementRange {
    try moveToTop(key)
    let place = place
    let collection = try beginCollection(.array)
    defer { finish(collection) }
    return ElementRange(place: place, scope: scope, looseReferences: looseReferences, budget: budget)
  }

  /// The most that a piece has: elements, and bytes that are charged for them, except for the last one.
  private static let pieceLimit = (count: 64, size: 1 << 16)

  /// Reads the next elements. If one cannot be read, returns those before it, and throws at the next call.
  mutating func decodePiece<Value: ArchiveValue>(
    of type: Value.Type, _ reading: inout ElementReading
  ) throws -> [Value] {
    (place, looseReferences, budget) = (
      reading.range.place, reading.range.looseReferences, reading.range.budget
    )
    swap(&instances, &reading.instances)
    swap(&instancePlaces, &reading.instancePlaces)
    defer {
      swap(&instances, &reading.instances)
      swap(&instancePlaces, &reading.instancePlaces)
      reading.range.budget = budget
    }
    let enclosing = try enter(reading.range.scope)
    var values: [Value] = []
    let first = budget
    do {
      while !reading.isAtEnd, values.count < Self.pieceLimit.count, first &- budget < Self.pieceLimit.size {
        values.append(try decode(at: reading.position))
        reading.position += 1
      }
      leave(enclosing)
    } catch {
      let error = leaving(error, enclosing)
      if values.isEmpty { throw error }
    }
    try finishInstances(keepingIdentity: true)
    return values
  }
}
