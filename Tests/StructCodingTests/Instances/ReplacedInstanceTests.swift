import ArchiveBytes
import ArchiveTestSupport
import StructCoding
import XCTest

/// Instances that are replaced after decoding, on every way through an archive.
final class ReplacedInstanceTests: XCTestCase {
  override func setUp() { Typefaces.shared.removeAll() }

  func testEveryReferenceLeadsToTheReplacement() throws {
    let stored = Typeface(name: "Garamond", size: 12)
    let page = TypesetPage(
      title: "I", heading: stored, runs: [stored, Typeface(name: "Other", size: 9), stored])
    page.last = stored
    page.byName = ["it": stored]
    let known = Typeface(name: "Garamond", size: 99)
    Typefaces.shared.add(known)
    for road in Road.allCases {
      let back = try road.carry(page, to: TypesetPage.self)
      XCTAssertTrue(back.heading === known, "\(road)")
      XCTAssertTrue(back.runs[0] === known && back.runs[2] === known && back.last === known, "\(road)")
      XCTAssertTrue(back.byName["it"] === known, "\(road)")
      XCTAssertEqual(known.size, 99, "\(road)")
      XCTAssertEqual(back.runs[1].name, "Other", "\(road)")
      XCTAssertEqual(back.runs[1].size, 9, "\(road)")
    }
  }

  /// FastCoding's `testAliasingWithSubstitution`: an array that holds one object twice holds the replacement twice.
  func testAlias() throws {
    for road in Road.allCases {
      let ink = Ink(hue: 3)
      ink.drops = [1, 2]
      ink.note = "wet"
      let back = try road.carry([ink, ink, Ink(hue: 4)], to: [Ink].self)
      XCTAssertTrue(back[0] === back[1], "\(road)")
      XCTAssertFalse(back[0] === back[2], "\(road)")
      // Its properties were all set when it was copied.
      XCTAssertEqual(back.map(\.hue), [103, 103, 104], "\(road)")
      XCTAssertEqual(back[0].drops, [1, 2], "\(road)")
      XCTAssertEqual(back[0].note, "wet", "\(road)")
      // Only an instance that stays is awoken.
      XCTAssertEqual(back.map(\.isAwake), [false, false, false], "\(road)")
      XCTAssertEqual(try road.carry(Ink(hue: 100), to: Ink.self).isAwake, true, "\(road)")
    }
  }

  /// What it refers to gets its own references later, so these may lead back.
  func testCircleThroughReferences() throws {
    let team = Team(name: "A")
    team.members = [TeamMember(name: "x", team: team), TeamMember(name: "y", team: team)]
    for road in Road.allCases {
      let back = try road.carry([team, team], to: [Team].self)
      XCTAssertTrue(back[0] === back[1], "\(road)")
      XCTAssertTrue(back[0].isReplacement, "\(road)")
      XCTAssertEqual(back[0].members.map(\.name), ["x", "y"], "\(road)")
      for member in back[0].members { XCTAssertTrue(member.team === back[0], "\(road)") }
    }
  }

  func testCircleThatNeedsTheReplacement() throws {
    for road in Road.allCases {
      let team = Team(name: "A")
      team.rival = team
      defer { team.rival = nil }
      let error = assertThrows(.cycle, saying: "Team may be replaced after decoding") {
        _ = try road.carry(team, to: Team.self)
      }
      XCTAssertNotNil(error, "\(road)")
    }
  }

  func testHierarchy() throws {
    for road in Road.allCases {
      let (plain, special) = (Badge(code: 1), SpecialBadge(code: 2))
      special.stars = 5
      let back = try road.carry([plain, special, special], to: [Badge].self)
      XCTAssertEqual(
        back.map { "\(type(of: $0)) \($0.code)" }, ["Badge 11", "SpecialBadge 12", "SpecialBadge 12"],
        "\(road)")
      XCTAssertTrue(back[1] === back[2], "\(road)")
      XCTAssertEqual((back[1] as? SpecialBadge)?.stars, 5, "\(road)")
    }
  }

  func testRefused() throws {
    for road in Road.allCases {
      let error = assertThrows(.custom, at: road.path("[1]"), saying: "no ink") {
        _ = try road.carry([Ink(hue: 1), Ink(hue: -1)], to: [Ink].self)
      }
      XCTAssertNotNil(error, "\(road)")
    }
    // A field's policy covers it.
    let label = InkLabel(ink: Ink(hue: -1), other: Ink(hue: 1))
    for road in Road.allCases {
      let back = try DecodeFailures.collecting { try road.carry(label, to: InkLabel.self) }
      XCTAssertNil(back.value.ink, "\(road)")
      XCTAssertEqual(back.value.other?.hue, 101, "\(road)")
      XCTAssertEqual(back.failures.count, 1, "\(road)")
    }
  }

  func testObjects() throws {
    let known = Typeface(name: "Garamond", size: 99)
    Typefaces.shared.add(known)
    let object = Typeface(name: "Garamond", size: 12).encoded
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: type(of: object), from: data)
    XCTAssertTrue(try XCTUnwrap(back).decoded === known)
  }
}

/// The typefaces that the program has.
private final class Typefaces: @unchecked Sendable {
  static let shared = Typefaces()
  private let lock = NSLock()
  private var known: [String: Typeface] = [:]

  subscript(name: String) -> Typeface? { lock.withLock { known[name] } }
  func add(_ typeface: Typeface) { lock.withLock { known[typeface.name] = typeface } }
  func removeAll() { lock.withLock { known = [:] } }
}

@ArchivableObject(className: "Typeface")
private final class Typeface: ReplaceableAfterDecoding {
  let name: String
  var size: Double
  init(name: String, size: Double) { (self.name, self.size) = (name, size) }

  func replacementAfterDecoding() -> Typeface { Typefaces.shared[name] ?? self }
}

@ArchivableObject(className: "TypesetPage")
private final class TypesetPage {
  let title: String
  let heading: Typeface
  var runs: [Typeface] = []
  var byName: [String: Typeface] = [:]
  weak var last: Typeface?

  init(title: String, heading: Typeface, runs: [Typeface]) {
    (self.title, self.heading, self.runs) = (title, heading, runs)
  }
}

@ArchivableObject(className: "Ink")
private final class Ink: ReplaceableAfterDecoding, AwakesAfterDecoding {
  let hue: Int
  var drops: [Int] = []
  var note: String?
  @Transient var isAwake = false
  init(hue: Int) { self.hue = hue }

  func awakeAfterDecoding() { isAwake = true }

  func replacementAfterDecoding() throws -> Ink {
    if hue < 0 { throw InkError(description: "no ink") }
    if hue >= 100 { return self }
    let copy = Ink(hue: hue + 100)
    (copy.drops, copy.note) = (drops, note)
    return copy
  }
}

private struct InkError: Error, CustomStringConvertible { var description: String }

@Archivable(className: "InkLabel")
private struct InkLabel {
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var ink: Ink?
  var other: Ink?
}

@ArchivableObject(className: "Team")
private final class Team: ReplaceableAfterDecoding {
  let name: String
  var members: [TeamMember] = []
  var rival: Team?
  @Transient var isReplacement = false
  init(name: String) { self.name = name }

  func replacementAfterDecoding() -> Team {
    let team = Team(name: name)
    (team.members, team.isReplacement) = (members, true)
    return team
  }
}

@ArchivableObject(className: "TeamMember")
private final class TeamMember {
  let name: String
  weak var team: Team?
  init(name: String, team: Team) { (self.name, self.team) = (name, team) }
}

@ArchivableObject(className: "Badge")
private class Badge: ReplaceableAfterDecoding {
  let code: Int
  class var archiveSubclasses: [any ArchivableObject.Type] { [SpecialBadge.self] }
  required init(code: Int) { self.code = code }

  func replacementAfterDecoding() -> Self { copy() }
  func copy() -> Self { Self(code: code + 10) }
}

@ArchivableObject(className: "SpecialBadge")
private final class SpecialBadge: Badge {
  var stars = 0
  required init(code: Int) { super.init(code: code) }

  override func copy() -> Self {
    let copy = Self(code: code + 10)
    copy.stars = stars
    return copy
  }
}
