import ArchiveTestSupport
import Foundation
import StructCoding
import SystemValues
import XCTest

/// The colours and fonts in profiles of Apple's Terminal: property lists of other people, whose values are archives.
final class TerminalProfileTests: XCTestCase {
  func testProfiles() throws {
    let folder = try TestFiles.shared("other-archives/appkit")
    var (colors, fonts) = (0, 0)
    for name in try TestFiles.files(below: folder) where name.hasSuffix(".terminal") {
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      let profile = try PropertyListSerialization.propertyList(from: data, format: nil)
      for (key, value) in try XCTUnwrap(profile as? [String: Any], name) {
        guard let archive = value as? Data,
          let root = try? KeyedArchive.decode(ArchivedObject.self, from: archive)
        else { continue }
        switch root.className {
        case "NSColor", "UIColor":
          let color = try assertSameGraph(ArchivedColor.self, archive)
          XCTAssertNotNil(color.rgb, "\(name): \(key)")
          XCTAssertEqual(color.kit, root.className == "NSColor" ? .appKit : .uiKit, "\(name): \(key)")
          colors += 1
        case "NSFont":
          let font = try assertSameGraph(ArchivedFont.self, archive)
          XCTAssertGreaterThan(font.size, 0, "\(name): \(key)")
          XCTAssertFalse(font.name.isEmpty, "\(name): \(key)")
          fonts += 1
        case let other: XCTFail("\(name): \(key) is a \(other)")
        }
      }
    }
    print("\(colors) colours and \(fonts) fonts of profiles")
    XCTAssertGreaterThanOrEqual(colors, 355)
    XCTAssertGreaterThanOrEqual(fonts, 1)
  }

  /// A colour inside of an attributed string that macOS wrote.
  func testColorOfAText() throws {
    for data in [
      try ForeignArchive.likeness(of: "rust-nska/NSMutableAttributedString.plist"),
      try? ForeignArchive.file("rust-nska/NSMutableAttributedString.plist"),
    ].compactMap({ $0 }) {
      let text = try KeyedArchive.decode(ArchivedObject.self, from: data)
      guard case .graph(let graph) = text.node else {
        return try check(text.node)
      }
      try check(.array(graph.objects))
    }
  }

  private func check(_ node: ArchiveNode) throws {
    var (open, colors) = ([node], [ArchivedColor]())
    while let node = open.popLast() {
      switch node {
      case .record(let fields) where fields.className == "NSColor":
        colors.append(try ArchivedColor(ArchivedObject(fields)))
      case .record(let fields): open += fields.names.compactMap { fields[$0] }
      case .array(let nodes): open += nodes
      case .dictionary(let entries): open += entries.map(\.value)
      case .instance(_, let content): open.append(content)
      default: break
      }
    }
    XCTAssertEqual(colors.count, 1)
    XCTAssertEqual(colors.first?.rgb, .init(red: 1, green: 0, blue: 0, alpha: 1))
    guard case .profile(let profile)? = colors.first?.space else { return XCTFail("no profile") }
    XCTAssertTrue(profile.isSRGB)
    XCTAssertEqual(profile.icc?.count, 3144)
  }
}
