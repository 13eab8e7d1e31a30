import SwiftSyntax

/// Rules for all derived properties of a type together.
enum DerivedRules {
  /// Observers know a derived property by its name, so no field may be stored under the same name.
  static func names(of plan: ArchivePlan) -> [Problem] {
    guard case .fields(let members) = plan.content else { return [] }
    let fields = Dictionary(
      members.flatMap(\.elements).map { ($0.storedName, $0) }, uniquingKeysWith: { first, _ in first })
    return plan.subject.derivedProperties.flatMap(\.elements).compactMap { property in
      fields[property.declaredName].map { .sharesName(property, $0) }
    }
  }

  /// A property that depends on itself through others would never finish computing.
  static func cycles(of plan: ArchivePlan) -> [Problem] {
    let properties = plan.subject.derivedProperties.flatMap(\.elements)
    let byName = Dictionary(
      properties.map { ($0.name.unescapedText, $0) }, uniquingKeysWith: { first, _ in first })
    var reported: Set<String> = []
    return properties.compactMap { property in
      let name = property.name.unescapedText
      guard !reported.contains(name), let way = way(from: name, to: name, in: byName) else { return nil }
      reported.formUnion(way)
      return .isCircular(property, way)
    }
  }

  /// Returns the names on the shortest path of dependencies from one property to another.
  private static func way(from start: String, to end: String, in properties: [String: DerivedProperty])
    -> [String]?
  {
    var (ways, seen) = ([[start]], Set<String>())
    while !ways.isEmpty {
      let way = ways.removeFirst()
      for next in properties[way[way.count - 1]]?.dependencyNames ?? [] {
        if next == end { return way + [next] }
        if seen.insert(next).inserted { ways.append(way + [next]) }
      }
    }
    return nil
  }
}

extension Problem {
  fileprivate static func sharesName(_ property: DerivedProperty, _ field: Field) -> Problem {
    Problem(
      "transient.name", at: property.nameSyntax,
      "derived property '\(property.declaredName)' has the name under which \(field.quotedName) is stored, and "
        + "observers know both by it; rename one")
  }

  fileprivate static func isCircular(_ property: DerivedProperty, _ way: [String]) -> Problem {
    let words = way.map { "'\($0)'" }.joined(separator: " depends on ")
    return Problem(
      "transient.cycle", at: property.attribute.syntax,
      "\(words): computing one would never end; remove a dependency")
  }
}
