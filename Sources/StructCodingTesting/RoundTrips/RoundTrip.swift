internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// The checks of `assertRoundTrip` for values of one type.
struct RoundTrip<Value: ArchiveValue> {
  /// Compares values; `nil` for a type that is not `Equatable`, whose nodes are compared.
  let isEqual: ((Value, Value) -> Bool)?
  let roads: RoundTripCoders
  /// The number of damaged copies of each road's archive.
  let damagedCopies: Int
  /// The number of truncated prefixes of each archive: about half of them at its ends, the others in between.
  var prefixes = 256
  private var ways: [Road<Value>]

  init(_ isEqual: ((Value, Value) -> Bool)?, _ roads: RoundTripCoders, damagedCopies: Int) {
    self.isEqual = isEqual
    self.roads = roads
    self.damagedCopies = damagedCopies
    ways = Road.all(roads)
  }

  /// Returns the problems, each with its roads; empty if there are none.
  mutating func problems(with value: Value, _ random: inout TestGenerator) -> [String] {
    var problems: [(roads: [String], text: String)] = []
    func add(_ text: String, on road: String) {
      if let known = problems.firstIndex(where: { $0.text == text }) {
        return problems[known].roads.append(road)
      }
      problems.append(([road], text))
    }
    if roads.contains(.nodes), let problem = problemInNodes(of: value) { add(problem, on: "nodes") }
    for way in ways {
      do {
        if let problem = try problem(with: value, on: way, &random) { add(problem, on: way.name) }
      } catch {
        // Foundation cannot read the type, and would fail for each value.
        ways.removeAll { $0.name == way.name }
      }
    }
    return problems.map { "\($0.roads.joined(separator: "; ")): \($0.text)" }
  }

  private struct RoadEnds: Error {}

  private func problemInNodes(of value: Value) -> String? {
    do {
      return try difference(of: ArchiveNode(encoding: value).decode(Value.self), from: value)
    } catch {
      return "\(error)"
    }
  }

  /// - Throws: ``RoadEnds`` if Foundation on Linux cannot read a value that other readers can.
  private func problem(
    with value: Value, on way: Road<Value>, _ random: inout TestGenerator
  ) throws -> String? {
    let data: Data
    do {
      data = try way.encode(value)
      if try way.encode(value) != data { return "two archives of the same value have different bytes" }
    } catch {
      return "cannot be encoded: \(error)"
    }
    do {
      let back = try way.decode(data)
      if let difference = try difference(of: back, from: value) { return difference }
      let again = try way.encode(back)
      let expected = again == data ? data : try withoutUnheld(value).map(way.encode) ?? data
      if again != expected {
        let offset = zip(again, expected).prefix { $0 == $1 }.count
        return """
          the decoded value has other bytes, from byte \(offset) on; equal values have to encode in the same way, \
          whatever the order in which they were made
          """
      }
    } catch {
      #if !canImport(ObjectiveC)
        // The `KeyedUnarchiver` road uses the same wrapper, and reports errors of the type itself.
        if way.decodeDamaged == nil, (error as? ArchiveError)?.code ?? .unsupported == .unsupported {
          throw RoadEnds()
        }
      #endif
      return "cannot be decoded: \(error)"
    }
    guard let decode = way.decodeDamaged else { return nil }
    return problemInPrefixes(of: data, way.decode) ?? problemInDamage(of: data, way, decode, &random)
  }

  /// Returns the value without its weak references to instances that only weak references reach, or `nil` if it has
  /// none. An archive does not store these instances, but still has numbers for them.
  private func withoutUnheld(_ value: Value) throws -> Value? {
    let node = try ArchiveNode(encoding: value)
    guard case .graph(let graph) = node, graph.objects.contains(.null) else { return nil }
    return try node.decode(Value.self)
  }

  /// Returns the differences, with paths; `nil` if the values are equal.
  private func difference(of back: Value, from value: Value) throws -> String? {
    // A value that is not equal to itself, for example one with a NaN, is compared by its archive.
    let isComparable = isEqual.map { $0(value, value) } ?? false
    let areEqual = isComparable && (isEqual.map { $0(back, value) } ?? false)
    if areEqual { return nil }
    if let differences = try ValueDifferences.lines(of: back, from: value) {
      return "the decoded value differs:\n\(differences)"
    }
    if !isComparable { return nil }
    let part = MirrorComparison.difference(of: back, from: value) ?? "only the type's == finds a difference"
    return """
      the decoded value differs, though archives store the same of both:
        \(part)
      Either it is stored in a form that loses something, or it is not stored, such as a @Transient property.
      """
  }

  private func problemInPrefixes(of data: Data, _ decode: (Data) throws -> Value) -> String? {
    for length in lengths(ofPrefixesOf: data) where succeeds({ try decode(data.prefix(length)) }) {
      return "the first \(length) of \(data.count) bytes decode, as if nothing were missing"
    }
    return nil
  }

  /// Headers, trailers and footers are at the ends of an archive, so all lengths near the ends are tried.
  private func lengths(ofPrefixesOf data: Data) -> [Int] {
    guard data.count > prefixes else { return Array(data.indices.map { $0 - data.startIndex }) }
    let end = prefixes / 4
    let inner = end..<data.count - end
    return Array(0..<end)
      + stride(from: inner.lowerBound, to: inner.upperBound, by: max(1, 2 * inner.count / prefixes))
      + Array(inner.upperBound..<data.count)
  }

  private func problemInDamage(
    of data: Data, _ way: Road<Value>, _ decode: (Data) throws -> Value, _ random: inout TestGenerator
  ) -> String? {
    for number in 0..<damagedCopies {
      let copy = ByteDamage.damaged(data, &random)
      do {
        // A value decoded from damaged bytes must not crash the encoder either.
        let value = try withoutAssertions { try decode(copy) }
        _ = try? way.encode(value)
      } catch is ArchiveError {
        continue
      } catch {
        return "damaged copy \(number) throws \(type(of: error)) instead of an ArchiveError: \(error)"
      }
    }
    return nil
  }

  private func succeeds(_ body: () throws -> Value) -> Bool {
    (try? withoutAssertions { try body() }) != nil
  }

  /// Runs `body` without the assertions of the policy `debugAssertNil`: the damage is intended.
  private func withoutAssertions<Result>(_ body: () throws -> Result) rethrows -> Result {
    try DebugAssertion.$handler.withValue(DebugAssertion.Handler { _ in }, operation: body)
  }
}
