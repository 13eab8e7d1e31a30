import ArchiveBytes
import ArchiveDocuments
import ArchiveNodes
import ArchiveTestSupport
import ArchiveValues
import XCTest

final class NodePathTests: XCTestCase {
  func testReadsWhatItWrites() throws {
    let texts = [
      "", "a", "[3]", "[\"k\"]", "sessions[3].events[0].timeStamp", "a[\"x.y\"].b", "NS.objects[0]",
      "a.NS.keys.b",
      "`first.name`", "a.`b[0]`", "``.``", "[\"a\\\"b\\\\\"]", "a b.ü", "[\"\"]", "a.`*`", "`line\\nbreak`",
    ]
    for text in texts { XCTAssertEqual(try ArchiveNodePath(parsing: text).description, text) }
    var random = SeededGenerator()
    let characters = "ab.[]`\"\\*0\n\u{1}ü ".map(String.init) + ["NS."]
    for _ in 0..<2000 {
      let path = ArchiveNodePath(
        (0..<random.below(5)).map { _ -> ArchiveError.PathComponent in
          let text = (0..<random.below(4)).map { _ in characters[random.below(characters.count)] }.joined()
          return random.oneIn(3) ? .index(random.below(12)) : random.oneIn(2) ? .field(text) : .key(text)
        })
      XCTAssertEqual(try ArchiveNodePath(parsing: path.description), path, path.description)
      let error = ArchiveError(.custom, path: path.steps)
      // In an error a name with dots reads like the way to a field that is stored flat.
      let hasDots = path.steps.contains {
        guard case .field(let name) = $0 else { return false }
        return name.contains(".")
      }
      if !path.steps.isEmpty, !hasDots { XCTAssertEqual(error.pathDescription, path.description) }
    }
  }

  func testRefuses() {
    let texts = [
      (".a", 1), ("a.", 3), ("a..b", 3), ("a[", 3), ("a[x]", 3), ("a[1", 4), ("a[-1]", 3), ("[\"a]", 2),
      ("[99999999999999999999]", 2),
      ("a]", 2), ("a[1]b", 5), ("`a", 1), ("a\"b", 2), ("[\"\\x\"]", 3), ("[\"\\u{110000}\"]", 3), ("*", 1),
      ("a[*]", 2), ("a.**.b", 2),
    ]
    for (text, character) in texts {
      do {
        XCTFail("\(try ArchiveNodePath(parsing: text))")
      } catch {
        XCTAssertTrue(
          "\(error)".contains("character \(character) ") || "\(error)".contains("matches many"),
          "\(text): \(error)")
      }
    }
  }

  func testAnyTextIsReadOrRefused() {
    var random = SeededGenerator()
    let characters = Array("ab.[]`\"\\*0{}u")
    for _ in 0..<5000 {
      let text = String((0..<random.below(8)).map { _ in characters[random.below(characters.count)] })
      do {
        let query = try ArchiveNodeQuery(parsing: text)
        if let path = try? ArchiveNodePath(parsing: text) {
          XCTAssertEqual(query, try ArchiveNodeQuery(parsing: path.description), text)
        }
      } catch {
        XCTAssertEqual((error as? ArchiveError)?.code, .malformed, text)
      }
    }
  }

  func testFindsParts() throws {
    var node = NodeSamples.friends
    XCTAssertEqual(node[path: "members[1].friend.name"], "Ann")
    XCTAssertEqual(node[path: ""], node)
    XCTAssertNil(node[path: "members[2]"])
    node[path: "members[1].friend.name"] = "Anna"
    XCTAssertEqual(node["lead"]?["name"], "Anna")
    node[path: "members[1].pets"] = [
      ["name": "Rex", "first.name": 1], .dictionary([.init(key: 7, value: "seven")]),
    ]
    XCTAssertEqual(node[path: "lead.friend.pets[0][\"name\"]"], "Rex")
    XCTAssertEqual(node[path: "lead.friend.pets[0].`first.name`"], 1)
    XCTAssertEqual(node[path: "lead.friend.pets[1][\"7\"]"], "seven")
    node[path: "lead.friend.pets[1].7"] = nil
    assertSameContent(node[path: "lead.friend.pets[1]"], [:])
    node[path: "lead.tags[0]"] = nil
    assertSameContent(node[path: "members[0].tags"], ["b"])
    node[path: "lead.tags"]?.append("z")
    assertSameContent(node[path: "members[0].tags"], ["b", "z"])
    assertThrows(.missingField, at: "lead.nam", saying: "Did you mean “name”?") {
      try node.part(at: "lead.nam.x")
    }
    assertThrows(.missingField, at: "members[5]", saying: "an array of 2") { try node.part(at: "members[5]") }
    assertThrows(.typeMismatch, at: "lead.name.x", saying: "a string") { try node.set(1, at: "lead.name.x") }
    assertThrows(.missingField, at: "leader") { try node.set(1, at: "leader.name") }
    assertThrows(.missingField, at: "a", saying: "leads to none") {
      try ArchiveNode.graph(ArchiveGraph(root: ["a": .reference(1)])).part(at: "a")
    }
  }

  func testQueries() {
    let node = NodeSamples.friends
    func paths(_ query: ArchiveNodeQuery) -> [String] { node.matches(of: query).map { "\($0.path)" } }
    XCTAssertEqual(paths("members[*].name"), ["members[0].name", "members[1].name"])
    XCTAssertEqual(node.matches(of: "members[*].name").map(\.node), ["Ann", "Bob"])
    XCTAssertEqual(node.matches(of: "**.name").map { "\($0)" }.first, "members[0].name: \"Ann\"")
    XCTAssertEqual(paths("*.name"), ["lead.name"])
    XCTAssertEqual(paths("lead.*"), ["lead.name", "lead.tags", "lead.friend"])
    XCTAssertEqual(paths("lead.tags[*]"), ["lead.tags[0]", "lead.tags[1]"])
    XCTAssertEqual(paths("**.tags[0]"), ["members[0].tags[0]"])
    XCTAssertEqual(paths("**.friend.name"), ["members[0].friend.name", "members[0].friend.friend.name"])
    XCTAssertEqual(paths("lead[*]"), [])
    XCTAssertEqual(paths("x.y"), [])
    XCTAssertEqual(paths(""), [""])
    XCTAssertEqual(node.matches(of: "**", limit: 3).count, 3)
    for match in node.matches(of: "**") { XCTAssertEqual(node[path: match.path], match.node) }
    XCTAssertEqual(NodeSamples.chain(1000).matches(of: "**.value").count, 1000)
    // Paths are made when they are asked for: together those of a chain would be far larger than it.
    let count = Thoroughness.isFull ? 100_000 : 6_000
    let chain = NodeSamples.chain(count)
    for matches in [
      chain.matches(of: "**.value"), chain.all { $0["value"] != nil }, chain.all(containing: "value"),
    ] {
      XCTAssertEqual(matches.count, count)
      XCTAssertEqual(matches[2].path.steps.count, matches[1].path.steps.count + 1)
    }
    XCTAssertEqual(chain.matches(of: "**.nothing").count, 0)
  }

  func testWalks() {
    let node = NodeSamples.friends
    let visits = node.walk().map { "\($0.path)\($0.isFirst ? "" : " again")" }
    XCTAssertEqual(
      visits,
      [
        "", "members", "members[0]", "members[0].name", "members[0].tags", "members[0].tags[0]",
        "members[0].tags[1]", "members[0].friend", "members[0].friend.name", "members[0].friend.friend again",
        "members[1] again", "lead again",
      ])
    for visit in node.walk() {
      XCTAssertEqual(visit.path.steps.count, visit.depth)
      XCTAssertEqual(visit.path.steps.last, visit.step)
      XCTAssertEqual(node[path: visit.path], visit.node)
    }
    var walk = node.walk()
    var names: [String] = []
    while let visit = walk.next() {
      if visit.node.className == "Person" { walk.skipParts() }
      names.append("\(visit.path)")
    }
    XCTAssertEqual(names, ["", "members", "members[0]", "members[1]", "lead"])
    let length = Thoroughness.isFull ? 200_000 : 15_000
    let chain = NodeSamples.chain(length)
    var (count, last) = (0, ArchiveNodePath())
    for visit in chain.walk() {
      count += 1
      if visit.depth == length, visit.step == .field("value") { last = visit.path }
    }
    XCTAssertEqual(count, 2 * length + 1)
    XCTAssertEqual(chain[path: last], .integer(Int64(length - 1)))
  }

  func testSearches() {
    let node = NodeSamples.friends
    XCTAssertEqual(node.all(ofClass: "Person").map { "\($0.path)" }, ["members[0]", "members[0].friend"])
    XCTAssertEqual(node.all(ofClass: "NSObject").count, 3)
    XCTAssertEqual(
      node.all(limit: 1) { $0.stringValue == "Bob" }.map { "\($0.path)" }, ["members[0].friend.name"])
    XCTAssertEqual(node.all { $0.intValue != nil }.count, 0)
    XCTAssertEqual(node.all(containing: "BO").map { "\($0.path)" }, ["members[0].friend.name"])
    XCTAssertEqual(node.all(containing: "lead").map { "\($0.path)" }, [])
    XCTAssertEqual(node.all(containing: "team").map { "\($0.path)" }, [""])
    XCTAssertEqual(node.all(limit: 2) { _ in true }.count, 2)
  }
}
