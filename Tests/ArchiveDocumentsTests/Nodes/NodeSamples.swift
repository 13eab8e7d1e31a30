import ArchiveBytes
import ArchiveDocuments
import ArchiveNodes
import ArchiveTestSupport
import ArchiveValues
import XCTest

/// Graphs that the tests of nodes share.
enum NodeSamples {
  /// Ann and Bob, who are friends of each other, in a team that Ann leads.
  static var friends: ArchiveNode {
    var graph = ArchiveGraph()
    let ann = graph.add(.object("Person", ["name": "Ann", "tags": ["a", "b"]]))
    let bob = graph.add(.object("Person", ["name": "Bob", "friend": ann]))
    graph[ann]?["friend"] = bob
    graph.root = .object("Team", ["members": [ann, bob], "lead": ann])
    return .graph(graph)
  }

  /// A list of so many objects, each of which holds the next one.
  static func chain(_ count: Int, from first: Int = 0, last: ArchiveNode = .null) -> ArchiveNode {
    .graph(
      ArchiveGraph(
        root: .reference(0),
        objects: (0..<count).map { number in
          .object(
            "Link",
            [
              "value": .integer(Int64(first + number)),
              "next": number + 1 < count ? .reference(number + 1) : last,
            ])
        }))
  }

  /// A random graph of few objects, with everything that a graph can have.
  static func random(_ random: inout SeededGenerator, objects: Int = 6) -> ArchiveNode {
    func node(_ levels: Int) -> ArchiveNode {
      switch random.below(levels == 0 ? 5 : 12) {
      case 0: .integer(Int64(random.below(3)))
      case 1: .string(["a", "b", "c"][random.below(3)])
      case 2: random.oneIn(2) ? .null : .double([0.5, .nan, -0.0][random.below(3)])
      case 3, 4, 5, 6: .reference(random.below(objects))
      case 7: .array((0..<random.below(4)).map { _ in node(levels - 1) })
      case 8: .set((0..<random.below(4)).map { _ in node(levels - 1) })
      case 9:
        .dictionary(
          ["x", "y", "z"].prefix(random.below(4)).map { .init(key: .string($0), value: node(levels - 1)) })
      case 10: .instance(ArchiveClass("Special"), node(levels - 1))
      default: .object(["A", "B"][random.below(2)], ["f": node(levels - 1), "g": node(levels - 1)])
      }
    }
    return .graph(ArchiveGraph(root: node(2), objects: (0..<objects).map { _ in node(2) }))
  }
}
