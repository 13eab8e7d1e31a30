import StructCoding

// The enumerations of these tests.

@Archivable(className: "Column_Priority")
enum Priority: Int, CaseIterable {
  case low = -1
  case normal = 0
  case high = 1000
}

/// A raw enumeration that needs the conformance alone.
enum Suit: String, ArchiveValue, CaseIterable { case clubs, spades }

/// A raw-representable type that archives know nothing of.
struct Mode: RawRepresentable, Hashable { var rawValue: UInt16 }

@Archivable(className: "Column_Modes")
struct Modes: Hashable {
  var one: Mode
  var maybe: Mode?
  var many: [Mode]
}

@Archivable(className: "Column_Direction")
enum Direction: CaseIterable { case north, east, south, west }

/// No byte of memory.
@Archivable(className: "Column_Only")
enum Only: CaseIterable { case one }

@Archivable(className: "Column_Side")
enum Side: CaseIterable { case left, right }

@Archivable(className: "Column_Shape")
enum Shape: Hashable {
  case empty
  case circle(radius: Double)
  case polygon([Point], closed: Bool = true)
  case label(String, at: Point?)
}

@Archivable(className: "Column_Expression")
indirect enum Expression: Hashable, Sendable {
  case number(Double)
  case negated(Expression)
  case sum(Expression, Expression)
}

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
