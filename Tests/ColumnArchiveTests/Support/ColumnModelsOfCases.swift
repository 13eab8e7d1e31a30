import StructCoding

// The enumerations that only these tests need.

/// A type that archives store by its raw value.
struct Mode: RawRepresentable, ArchiveValue, Hashable { var rawValue: UInt16 }

@Archivable(className: "Column_Modes")
struct Modes: Hashable {
  var one: Mode
  var maybe: Mode?
  var many: [Mode]
}

/// No byte of memory.
@Archivable(className: "Column_Only")
enum Only: CaseIterable { case one }

@Archivable(className: "Column_Side")
enum Side: CaseIterable { case left, right }

/// Recursive and generic.
@Archivable
indirect enum Tree<Value: ArchiveValue & Hashable>: Hashable {
  case leaf
  case node(Tree, Value, Tree)
}

extension Tree: Sendable where Value: Sendable {}

/// A list by way of an optional.
@Archivable(className: "Column_Chain")
indirect enum Chain: Hashable {
  case link(Int, next: Chain?)
}
