import Foundation
import StructCoding

@Archivable
enum Suit: String, Model, CaseIterable { case hearts, spades }

@Archivable
enum Level: Int, Named {
  case low = 1
  case high = 5
  var title: String { "\(rawValue)" }
}

@Archivable
struct Options: OptionSet, Model {
  var rawValue: Int
  static let bold = Options(rawValue: 1)
}

@Archivable
enum Plain: Model { case on, off }

@Archivable
enum Shape: Model, Equatable {
  case circle(radius: Double = 1)
  case styled(Note.Style, [Note.Style])
  @Stored("none") case empty
  case key(in: Int, self: String?)
}

@Archivable
indirect enum Tree<Leaf: ArchiveValue & Equatable & Sendable>: Model, Equatable {
  case leaf(Leaf)
  case node(Tree, Tree)
}

@Archivable
enum Wide<Content: ArchiveValue>: Model {
  case some(Content)
  case none
}

@Archivable
enum Known: Equatable {
  case a
  @Stored(.fallback) case other
}

func checkEnums() throws {
  for suit in Suit.allCases { try check(suit, ==) }
  try check(Level.high, ==)
  try check(Options.bold, ==)
  try check(Plain.off, ==)
  for shape in [Shape.circle(), .styled(.plain, [.heading(level: 1)]), .empty, .key(in: 1, self: nil)] {
    try check(shape, ==)
  }
  try check(Tree.node(.leaf(1), .node(.leaf(2), .leaf(3))), ==)
  try check(Wide.some("a")) { if case (.some("a"), .some("a")) = ($0, $1) { true } else { false } }
  try check(Known.other, ==)
}
