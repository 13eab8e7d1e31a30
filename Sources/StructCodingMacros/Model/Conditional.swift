import SwiftSyntax

/// A member, or an `#if` around members.
indirect enum Conditional<Element: Named> {
  case element(Element)
  case block(ConditionalBlock<Element>)

  /// The stored names in every clause, in order of appearance, possibly repeated.
  var names: [String] {
    switch self {
    case .element(let element): [element.storedName]
    case .block(let block): block.clauses.flatMap { $0.members.flatMap(\.names) }
    }
  }
}

/// An `#if` with all its clauses.
struct ConditionalBlock<Element: Named> {
  let clauses: [Clause]

  struct Clause {
    /// `#if DEBUG`, `#elseif os(Linux)` or `#else`.
    let directive: String
    let members: [Conditional<Element>]
  }

  var hasElse: Bool { clauses.last?.directive == "#else" }
}

extension Conditional {
  /// The elements of all clauses.
  var elements: [Element] {
    switch self {
    case .element(let element): [element]
    case .block(let block): block.clauses.flatMap { $0.members.flatMap(\.elements) }
    }
  }
}

/// The position of each stored name. It counts over all clauses of every `#if`, so it is the same in every
/// configuration.
struct PositionTable {
  /// The names by position.
  let names: [String]
  private let positions: [String: Int]

  init<Element>(_ members: [Conditional<Element>]) {
    var names: [String] = []
    var positions: [String: Int] = [:]
    for name in members.flatMap(\.names) where positions[name] == nil {
      positions[name] = names.count
      names.append(name)
    }
    self.names = names
    self.positions = positions
  }

  subscript(_ element: some Named) -> Int { positions[element.storedName, default: 0] }
}
