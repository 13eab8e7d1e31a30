import Foundation

/// The object table of a keyed archive as a graph, for comparison with another.
public struct RawTable {
  private let list: RawPlist
  private let entries: [Int]
  private let top: Int
  public let archiver: RawPlist.Object
  public let version: RawPlist.Object

  public init(_ data: Data) throws {
    list = try RawPlist(data)
    let root = try list.entries(list.top)
    guard let objects = root["$objects"], let top = root["$top"], let archiver = root["$archiver"],
      let version = root["$version"]
    else { throw RawPlist.Damaged(what: "keyed archive") }
    entries = try list.elements(objects)
    self.top = top
    self.archiver = list.objects[archiver]
    self.version = list.objects[version]
  }

  /// Whether an entry of `$objects` is a reference itself, as no archiver writes one.
  public var hasReferencesAsObjects: Bool {
    entries.contains { entry in
      guard list.objects.indices.contains(entry), case .uid = list.objects[entry] else { return false }
      return true
    }
  }

  /// Whether an element of a collection is nil: UID 0, for which documents have no word.
  public var hasNilElements: Bool {
    entries.contains { entry in
      guard let fields = try? list.entries(entry) else { return false }
      return ["NS.keys", "NS.objects"].contains { key in
        guard let elements = try? fields[key].map(list.elements) else { return false }
        return elements.contains { list.objects.indices.contains($0) && list.objects[$0] == .uid(0) }
      }
    }
  }

  /// Where two archives differ, seen as graphs from `$top` on: `nil` when each reference of one leads to what the same
  /// reference of the other leads to, and the same objects are shared. Class records and names of cases count by what they
  /// say.
  public func difference(from other: RawTable) throws -> String? {
    var pending = [(top, other.top, "$top")]
    var (forward, backward) = ([UInt64: UInt64](), [UInt64: UInt64]())
    var classPairs: Set<[UInt64]> = []
    while let (left, right, path) = pending.popLast() {
      guard list.objects.indices.contains(left), other.list.objects.indices.contains(right) else {
        return "\(path): a reference past the list"
      }
      switch (list.objects[left], other.list.objects[right]) {
      case (.uid(let one), .uid(let two)):
        if forward[one] == nil, backward[two] == nil {
          (forward[one], backward[two]) = (two, one)
          guard let one = Int(exactly: one), let two = Int(exactly: two), entries.indices.contains(one),
            other.entries.indices.contains(two)
          else { return "\(path): a reference past the objects" }
          if try isClassRecord(one), try other.isClassRecord(two) {
            // Records that say the same may be one or several.
            (forward[UInt64(one)], backward[UInt64(two)]) = (nil, nil)
            guard classPairs.insert([UInt64(one), UInt64(two)]).inserted else { continue }
          }
          // Object 0 is nil, whatever is there.
          if one == 0 || two == 0 {
            if one != two { return "\(path): nil and something else" }
            continue
          }
          pending.append((entries[one], other.entries[two], path + "→"))
        } else if forward[one] != two || backward[two] != one {
          return "\(path): objects \(one) and \(two) are not shared alike"
        }
      case (.array(let one), .array(let two)):
        guard one.count == two.count else { return "\(path): \(one.count) elements and \(two.count)" }
        for (position, pair) in zip(one, two).enumerated() {
          pending.append((pair.0, pair.1, "\(path)[\(position)]"))
        }
      case (.dictionary(let one), .dictionary(let two)):
        guard Set(one.keys) == Set(two.keys) else {
          return "\(path): keys \(one.keys.sorted()) and \(two.keys.sorted())"
        }
        for (key, value) in one {
          // The name of a case is a text of its own in a node, whatever else the archive uses the object for.
          if key == "enum.case", let name = text(at: value), name == other.text(at: two[key]!) { continue }
          pending.append((value, two[key]!, "\(path).\(key)"))
        }
      case (let one, let two):
        if one != two { return "\(path): \(one) and \(two)" }
      }
    }
    return nil
  }

  /// The string that a reference leads to.
  private func text(at reference: Int) -> [UInt16]? {
    guard case .uid(let number)? = list.objects.indices.contains(reference) ? list.objects[reference] : nil,
      let entry = Int(exactly: number), entries.indices.contains(entry),
      list.objects.indices.contains(entries[entry]), case .string(let text) = list.objects[entries[entry]]
    else { return nil }
    return text
  }

  private func isClassRecord(_ entry: Int) throws -> Bool {
    guard case .dictionary(let entries) = list.objects[entries[entry]] else { return false }
    return entries["$classname"] != nil && entries["$class"] == nil
  }
}
