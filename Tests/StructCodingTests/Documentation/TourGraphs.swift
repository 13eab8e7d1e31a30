import ArchiveDocuments
import Foundation
import StructCoding

// The code blocks of the tour on classes and nodes.

enum Graphs {
  typealias Session = FirstProgram.Session
  typealias Event = FirstProgram.Event

  // TOUR classes
  @Archivable(className: "Chore")
  final class Chore {
    var title: String
    var steps: [Chore] = []
    var next: Chore?
    weak var parent: Chore?

    init(_ title: String) { self.title = title }
  }

  // END

  static func classes() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // TOUR classes
    let tea = Chore("tea")
    tea.steps = [Chore("boil"), Chore("pour")]
    tea.next = tea.steps[0]
    for step in tea.steps { step.parent = tea }

    for copy in [
      try KeyedArchive.decode(Chore.self, from: KeyedArchive.encode(tea)),
      try ColumnArchive.decode(Chore.self, from: ColumnArchive.encode(tea)),
    ] {
      print(copy.next === copy.steps[0], copy.steps[1].parent === copy)
    }
    // END
    return printed.lines
  }

  static func nodes() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try KeyedArchive.encode(FirstProgram.sample)
    // TOUR nodes
    var document = try ArchiveDocument(data)
    let before = document.node
    print(document.format, before.count, before[path: "[0].events[0].eventTag"]!)

    document.node[path: "[0].events[0].eventTag"] = "close"
    document.node[path: "[1].endTime"] = .date(start + 700)
    for difference in document.node.differences(from: before) { print(difference) }

    let json = try document.data(as: .json)
    let same = try ArchiveDocument(json).node.decode([Session].self)
    print(same[0].events[0].eventTag)
    // END
    return printed.lines
  }

  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  static func bootstrap() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // TOUR bootstrap
    let text = """
      {
        "title": "tea",
        "steps": [
          {"$class": "Chore", "title": "boil", "parent": {"$alias": ""}},
          {"$class": "Chore", "title": "pour", "parent": {"$alias": ""}}
        ],
        "next": {"$alias": "steps.1"}
      }
      """
    let task = try ArchiveBootstrap.decode(Chore.self, from: Data(text.utf8))
    print(task.next === task.steps[1], task.next?.parent === task)
    // END
    return printed.lines
  }
}
