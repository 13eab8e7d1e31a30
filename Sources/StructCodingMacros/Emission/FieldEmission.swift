import SwiftSyntax

/// Writes the lines that store, read and describe a struct's properties.
///
/// Positions are fixed over all clauses of every `#if`. Encoders take them in ascending order, each encoded
/// or omitted once in every configuration, so the lines follow the positions, and an `#if` is repeated around
/// those it holds.
struct FieldEmission {
  private let members: [Conditional<Field>]
  private let positions: PositionTable

  init(_ members: [Conditional<Field>]) {
    self.members = members
    positions = PositionTable(members)
  }

  var encodeLines: [String] {
    lines(of: members, at: Array(positions.names.indices)) { field in
      encodeLine(field)
    } missing: { position in
      "try encoder.omit(at: \(position))"
    }
  }

  var decodeLines: [String] {
    Field.Phase.allCases.flatMap { phase in
      lines(of: members, at: Array(positions.names.indices)) { field in
        field.phase == phase ? decodeLine(field) : nil
      } missing: { _ in
        nil
      }
    }
  }

  var columnLines: [String] {
    lines(of: members, at: Array(positions.names.indices)) { field in
      columnLine(field)
    } missing: { position in
      "columns.omit(at: \(position))"
    }
  }

  private func encodeLine(_ field: Field) -> String {
    let property = field.access
    guard let labels = field.tupleLabels else {
      return "try encoder.encode(\(property), at: \(positions[field]))"
    }
    let parts = labels.indices.map { "\(property).\($0)" }.joined(separator: ", ")
    return "try encoder.encodeTuple(\(parts), at: \(positions[field]))"
  }

  private func decodeLine(_ field: Field) -> String {
    let position = positions[field]
    let assignment =
      if let labels = field.tupleLabels {
        "\(target(of: field, labels: labels)) = try decoder.decodeTuple(at: \(position))"
      } else {
        "\(field.access) = try decoder.decode(at: \(position))"
      }
    return field.phase == .defaulted ? "if decoder.hasField(at: \(position)) { \(assignment) }" : assignment
  }

  private func columnLine(_ field: Field) -> String {
    let path = "\\.\(field.name?.text ?? "")"
    guard let labels = field.tupleLabels else { return "columns.field(\(path), at: \(positions[field]))" }
    let parts = labels.indices.map { "\(path).\($0)" }.joined(separator: ", ")
    return "columns.tuple(\(parts), at: \(positions[field]))"
  }

  /// A labelled tuple is assigned part by part: the compiler does not put labels on a tuple made from a pack.
  private func target(of field: Field, labels: [String?]) -> String {
    guard labels.contains(where: { $0 != nil }) else { return field.access }
    return "(" + labels.indices.map { "\(field.access).\($0)" }.joined(separator: ", ") + ")"
  }

  /// The lines for some positions, in their order. Runs of positions that one `#if` holds go inside its
  /// clauses.
  private func lines(
    of members: [Conditional<Field>], at positions: [Int], line: (Field) -> String?, missing: (Int) -> String?
  ) -> [String] {
    let owners = positions.map { position in
      members.firstIndex { $0.names.contains(self.positions.names[position]) }
    }
    var lines: [String] = []
    var start = 0
    while start < positions.count {
      var end = start + 1
      while end < positions.count, owners[end] == owners[start] { end += 1 }
      let run = Array(positions[start..<end])
      switch owners[start].map({ members[$0] }) {
      case nil: lines += run.compactMap(missing)
      case .element(let field): lines += [line(field)].compactMap { $0 }
      case .block(let block): lines += self.lines(of: block, at: run, line: line, missing: missing)
      }
      start = end
    }
    return lines
  }

  private func lines(
    of block: ConditionalBlock<Field>, at positions: [Int], line: (Field) -> String?,
    missing: (Int) -> String?
  ) -> [String] {
    var clauses = block.clauses.map { clause in
      (clause.directive, lines(of: clause.members, at: positions, line: line, missing: missing))
    }
    if !block.hasElse { clauses.append(("#else", positions.compactMap(missing))) }
    while clauses.last?.1.isEmpty == true { clauses.removeLast() }
    guard !clauses.isEmpty else { return [] }
    return clauses.flatMap { [$0] + $1.indented } + ["#endif"]
  }
}

extension Field {
  /// The property as an expression that no local name can hide.
  fileprivate var access: String { "self.\(name?.text ?? "")" }
}
