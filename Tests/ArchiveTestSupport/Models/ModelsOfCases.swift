import StructCoding

// Enumerations of each kind.

/// A raw enumeration.
@Archivable(className: "Test_Priority")
enum Priority: Int, CaseIterable, Sendable {
  case low = -1
  case normal = 0
  case high = 1000
}

/// A raw enumeration that needs the conformance alone.
enum Suit: String, ArchiveValue, CaseIterable, Sendable { case clubs, spades }

/// An enumeration without associated values.
@Archivable(className: "Test_Direction")
enum Direction: CaseIterable, Sendable { case north, east, south, west }

/// An enumeration with them.
@Archivable(className: "Test_Shape")
enum Shape: Hashable, Sendable {
  case empty
  case circle(radius: Double)
  case polygon([Point], closed: Bool = true)
  case label(String, at: Point?)
}

@Archivable(className: "Test_Expression")
indirect enum Expression: Hashable, Sendable {
  case number(Double)
  case negated(Expression)
  case sum(Expression, Expression)
}
