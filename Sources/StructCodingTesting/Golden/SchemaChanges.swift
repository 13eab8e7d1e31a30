/// The changes between two listings of a schema.
struct SchemaChanges {
  let old: SchemaListing
  let new: SchemaListing

  /// The changes as a diff: the title of each changed class, with removed and added lines.
  var text: String {
    var lines: [String] = []
    for found in new.classes {
      guard let former = formerClass(of: found) else {
        lines += ["+ class \(found.title)"] + found.parts.map { "+   \($0.text)" }
        continue
      }
      let gone = former.parts.filter { !found.parts.contains($0) }.map { "-   \($0.text)" }
      let added = found.parts.filter { !former.parts.contains($0) }.map { "+   \($0.text)" }
      if former.title != found.title {
        lines += ["- class \(former.title)", "+ class \(found.title)"]
      } else if !gone.isEmpty || !added.isEmpty {
        lines.append("  class \(found.title)")
      }
      lines += gone + added
    }
    for former in old.classes where !new.classes.contains(where: { formerClass(of: $0) == former }) {
      lines.append("- class \(former.title)")
    }
    return lines.map { "  \($0)" }.joined(separator: "\n")
  }

  /// Advice for renamed parts: for each removed part, if exactly one part of the same kind is new. A class with a new
  /// version needs none.
  var renames: [String] {
    new.classes.flatMap { found -> [String] in
      guard let former = formerClass(of: found), former.version == found.version else { return [] }
      let added = found.parts.filter { part in !former.parts.contains { $0.name == part.name } }
      let gone = former.parts.filter { part in
        !found.formerNames.contains(part.name) && !found.parts.contains { $0.name == part.name }
      }
      return gone.compactMap { part in
        let alike = added.filter { $0.kind == part.kind && $0.isCase == part.isCase }
        guard let other = alike.first, alike.count == 1 else { return nil }
        return
          "If “\(part.name)” of \(found.name) is now “\(other.name)”, write @Stored(formerly: \"\(part.name)\") there."
      }
    }
  }

  /// The parts whose kind changed, with advice.
  var changedKinds: [String] {
    new.classes.flatMap { found -> [String] in
      guard let former = formerClass(of: found) else { return [] }
      return found.parts.compactMap { part in
        guard let before = former.parts.first(where: { $0.name == part.name && $0.isCase == part.isCase }),
          before.kind != part.kind
        else { return nil }
        if part.isCase {
          return
            "The values of the case “\(part.name)” of \(found.name) changed: give the new values another case."
        }
        return """
          “\(part.name)” of \(found.name) was \(before.kind), and is \(part.kind): store it under a new name, \
          @Stored("…", default: …), or raise the version, @Archivable(version: \(found.version + 1)), and convert the \
          old value in upgrade(_:from:).
          """
      }
    }
  }

  /// The class of the old listing that corresponds to a class: the one with the same name, or else the removed class
  /// with the most equal parts.
  private func formerClass(of found: SchemaListing.Class) -> SchemaListing.Class? {
    if let same = old.classes.first(where: { $0.name == found.name }) { return same }
    func common(_ former: SchemaListing.Class) -> Int { former.parts.count { found.parts.contains($0) } }
    let gone = old.classes.filter { former in !new.classes.contains { $0.name == former.name } }
    return gone.filter { common($0) > 0 }.max { common($0) < common($1) }
  }
}

extension SchemaListing.Class {
  /// The name in archives.
  var name: String { String(title.prefix { $0 != "," }) }

  var version: Int { title.firstRange(of: ", version ").flatMap { Int(title[$0.upperBound...]) } ?? 1 }
}
