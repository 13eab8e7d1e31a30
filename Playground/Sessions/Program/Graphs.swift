import ArchiveDocuments
import ColumnArchives
import Foundation
import SessionModels
import StructCoding

// Classes, whose instances keep their identity, and archives without their types.

/// A participant in sessions; two may know each other.
@ArchivableObject(className: "Visitor")
final class Visitor {
  let name: String
  var friends: [Visitor] = []
  weak var host: Visitor?

  init(name: String) { self.name = name }

  /// Instances that refer to each other keep each other alive, so this breaks the cycle.
  func leave() { friends = [] }
}

enum Graphs {
  static func lines(for sessions: [Session]) throws -> [String] {
    try instances() + node(of: sessions) + document()
  }

  /// Two visitors who are friends of each other, also after decoding.
  private static func instances() throws -> [String] {
    let (ann, ben) = (Visitor(name: "Ann"), Visitor(name: "Ben"))
    ann.friends = [ben]
    ben.friends = [ann]
    ben.host = ann
    defer { ann.leave() }
    let (keyed, columns) = (
      try KeyedArchive.encode([ann, ben, ann]), try ColumnArchive.encode([ann, ben, ann])
    )
    for (name, copies) in [
      ("KeyedArchive", try KeyedArchive.decode([Visitor].self, from: keyed)),
      ("ColumnArchive", try ColumnArchive.decode([Visitor].self, from: columns)),
    ] {
      guard copies[0] === copies[2], copies[0].friends[0] === copies[1], copies[1].friends[0] === copies[0],
        copies[1].host === copies[0]
      else { throw Difference(writer: name) }
      copies[0].leave()
    }
    return [
      "visitors in both formats: \(keyed.count) and \(columns.count) bytes, one instance each",
      "as a node: \(try ArchiveNode(encoding: ann))",
    ]
  }

  /// Edits a keyed archive without its types, and writes it in another format.
  private static func node(of sessions: [Session]) throws -> [String] {
    var document = try ArchiveDocument(KeyedArchive.encode(sessions))
    let before = document.node
    document.node[path: "[0].events[0].eventTag"] = "open.start"
    document.node[path: "[1].endTime"] = .date(sessions[1].startTime + 600)
    let written = try ArchiveDocument(document.data(as: .json))
    let edited = try written.node.decode([Session].self)
    let tags = written.node.matches(of: "[0].events[*].eventTag").map { "\($0.node)" }
    return ["\(document.format) edited and written as \(written.format): \([edited[1]].lines[0])"]
      + document.node.differences(from: before).map { "  \($0)" } + [
        "  tags: \(tags.joined(separator: ", "))"
      ]
  }

  /// Reads a hand-written document in which two places are one object, and one with a mistake.
  private static func document() throws -> [String] {
    let text = """
      {"name": "Ann", "friends": [
        {"$class": "Visitor", "name": "Ben", "host": {"$alias": ""}},
        {"$class": "Visitor", "name": "Cleo", "host": {"$alias": "friends.0"}}
      ]}
      """
    let ann = try ArchiveBootstrap.decode(Visitor.self, from: Data(text.utf8))
    guard ann.friends[0].host === ann, ann.friends[1].host === ann.friends[0] else {
      throw Difference(writer: "the document")
    }
    let slip = Data(text.replacingOccurrences(of: "friends.0", with: "freinds.0").utf8)
    do {
      _ = try ArchiveBootstrap.decode(Visitor.self, from: slip)
      throw Difference(writer: "a document with a slip")
    } catch let error as ArchiveError {
      return [
        "from a document: \(ann.friends.map { "\($0.name) is hosted by \($0.host?.name ?? "nobody")" }.joined(separator: ", "))",
        "  with a slip: \(error)",
      ]
    }
  }
}
