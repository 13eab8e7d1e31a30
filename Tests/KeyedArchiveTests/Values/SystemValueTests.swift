import ArchiveDocuments
import ArchiveTestSupport
import Foundation
import StructCoding
import SystemValues
import XCTest

/// Colours, fonts and other objects of classes that only Apple's platforms have.
///
/// The archives here have the layout of those that macOS and iOS wrote, with the same classes, keys and kinds of values.
/// `TerminalProfileTests` reads such archives themselves.
final class SystemValueTests: XCTestCase {
  typealias Item = PlistBuilder.Item

  private func archive(_ objects: Item...) -> Data {
    var builder = PlistBuilder()
    builder.objects = [.null] + objects
    return builder.data()
  }

  private func color(_ fields: KeyValuePairs<String, Item>) -> Data {
    archive(.record(class: 2, fields), .classRecord("NSColor"))
  }

  /// The class record of UIKit's classes, which names those of AppKit.
  private static func classRecord(_ name: String, hint: String) -> Item {
    .fields([
      "$classname": .string(name), "$classes": .array([.string(name), .string("NSObject")]),
      "$classhints": .array([.string(hint)]),
    ])
  }

  private static let uiColorClass = classRecord("UIColor", hint: "NSColor")

  private func float(_ number: Float) -> Item {
    .raw([0x22] + withUnsafeBytes(of: number.bitPattern.bigEndian) { [UInt8]($0) })
  }

  private func text(_ text: String) -> Item { .data(Array(text.utf8)) }

  /// The colour in an archive, which has the same graph when it is written again.
  private func read(_ data: Data, file: StaticString = #filePath, line: UInt = #line) throws -> ArchivedColor
  {
    try assertSameGraph(ArchivedColor.self, data, file: file, line: line)
  }

  // MARK: AppKit

  func testAppKitColors() throws {
    let calibrated = try read(color(["NSRGB": text("0.9 0 0.0270\0"), "NSColorSpace": .integer(1)]))
    XCTAssertEqual(calibrated.space, .calibratedRGB)
    XCTAssertEqual(calibrated.components, [0.9, 0, 0.027])
    XCTAssertEqual(calibrated.alpha, 1)
    XCTAssertEqual(calibrated.kit, .appKit)
    XCTAssertEqual(calibrated.rgb, .init(red: 0.9, green: 0, blue: 0.027, alpha: 1))

    let device = try read(color(["NSRGB": text("0 0.5 1 0.25\0"), "NSColorSpace": .integer(2)]))
    XCTAssertEqual(device.space, .deviceRGB)
    XCTAssertEqual(device.rgb, .init(red: 0, green: 0.5, blue: 1, alpha: 0.25))

    let white = try read(color(["NSWhite": text("0.6666666667\0"), "NSColorSpace": .integer(3)]))
    XCTAssertEqual(white.space, .calibratedWhite)
    XCTAssertEqual(white.components, [0.6666666667])
    XCTAssertEqual(white.rgb?.blue, 0.6666666667)
    let pale = try read(color(["NSWhite": text("0 0.5"), "NSColorSpace": .integer(4)]))
    XCTAssertEqual(pale.space, .deviceWhite)
    XCTAssertEqual(pale.alpha, 0.5)

    let print = try read(color(["NSCMYK": text("0 0.25 0.5 0.75 1\0"), "NSColorSpace": .integer(5)]))
    XCTAssertEqual(print.space, .deviceCMYK)
    XCTAssertEqual(print.components, [0, 0.25, 0.5, 0.75])
    XCTAssertEqual(print.alpha, 1)
    XCTAssertNil(print.rgb)
  }

  func testProfiles() throws {
    // sRGB by its number, and a space of a number alone, as newer systems write them.
    for key in ["NSID", "NSSpaceID"] {
      let tagged = try read(
        archive(
          .record(
            class: 2,
            [
              "NSComponents": text("1 0 0 0.5"), "NSRGB": text("0.98595 0 0.02694 0.5\0"),
              "NSColorSpace": .integer(1), "NSCustomColorSpace": .uid(3), "NSLinearExposure": text("1"),
            ]),
          .classRecord("NSColor"), .record(class: 5, [key: .integer(7), "NSICC": .uid(4)]),
          .data([1, 2, 3, 4]), .classRecord("NSColorSpace")))
      guard case .profile(let profile) = tagged.space else { return XCTFail("\(tagged.space)") }
      XCTAssertEqual(profile.number, 7)
      XCTAssertTrue(profile.isSRGB)
      XCTAssertEqual(profile.icc, Data([1, 2, 3, 4]))
      // In the profile's space, not the approximation beside them.
      XCTAssertEqual(tagged.rgb, .init(red: 1, green: 0, blue: 0, alpha: 0.5))
    }
    // The components of generic RGB are only under the key of old systems.
    let generic = try read(
      archive(
        .record(
          class: 2,
          ["NSRGB": text("0.1 0.2 0.3\0"), "NSColorSpace": .integer(1), "NSCustomColorSpace": .uid(3)]),
        .classRecord("NSColor"), .record(class: 4, ["NSID": .integer(1)]), .classRecord("NSColorSpace")))
    XCTAssertEqual(generic.space, .calibratedRGB)
    XCTAssertEqual(generic.components, [0.1, 0.2, 0.3])
  }

  func testNamesAndPatterns() throws {
    let named = try read(
      archive(
        .record(
          class: 2,
          [
            "NSColorSpace": .integer(6), "NSCatalogName": .uid(3), "NSColorName": .uid(4), "NSColor": .uid(5),
          ]),
        .classRecord("NSColor"), .string("System"), .string("controlColor"),
        .record(class: 2, ["NSWhite": text("0.6666666667\0"), "NSColorSpace": .integer(3)])))
    XCTAssertEqual(named.name, "controlColor")
    XCTAssertEqual(named.object["NSCatalogName"], "System")
    XCTAssertEqual(named.space, .calibratedWhite)
    XCTAssertEqual(named.rgb?.red, 0.6666666667)

    let pattern = try read(
      archive(
        .record(class: 2, ["NSColorSpace": .integer(10), "NSImage": .uid(3)]), .classRecord("NSColor"),
        .record(class: 4, ["NSImageFlags": .integer(0x20c0_0000)]), .classRecord("NSImage")))
    XCTAssertEqual(pattern.space, .pattern)
    XCTAssertEqual(pattern.components, [])
    XCTAssertNil(pattern.rgb)
    XCTAssertEqual(pattern.object.object("NSImage")?.className, "NSImage")

    // A space of a newer system: the numbers are not known, and the object stays.
    let newer = try read(color(["NSColorSpace": .integer(77), "NSFuture": text("1 2 3")]))
    XCTAssertEqual(newer.space, .unknown(77))
    XCTAssertNil(newer.rgb)
  }

  // MARK: UIKit

  func testUIKitColors() throws {
    let rgb = try read(
      archive(
        .record(
          class: 2,
          [
            "UIColorComponentCount": .integer(4), "UIRed": float(0.25), "UIGreen": float(0.12),
            "UIGreen-Double": .real(0.12), "UIBlue": float(1.5), "UIAlpha": float(0.8),
            "UIAlpha-Double": .real(0.8), "NSRGB": text("0.25 0.12 1.5 0.8"), "NSColorSpace": .integer(2),
          ]), Self.uiColorClass))
    XCTAssertEqual(rgb.kit, .uiKit)
    XCTAssertEqual(rgb.object.className, "UIColor")
    // The exact numbers, of which one is outside of sRGB.
    XCTAssertEqual(rgb.rgb, .init(red: 0.25, green: 0.12, blue: 1.5, alpha: 0.8))

    let label = try read(
      archive(
        .record(
          class: 3,
          [
            "UISystemColorName": .uid(2), "UIColorComponentCount": .integer(2), "UIWhite": float(0),
            "UIAlpha": float(1), "NSWhite": text("0"), "NSColorSpace": .integer(4),
          ]), .string("labelColor"), Self.uiColorClass))
    XCTAssertEqual(label.name, "labelColor")
    XCTAssertEqual(label.space, .deviceWhite)
    XCTAssertEqual(label.rgb, .init(red: 0, green: 0, blue: 0, alpha: 1))

    // A colour for light and dark: no components of its own.
    let dynamic = try read(
      archive(
        .record(class: 3, ["UIDynamicCatalogName": .uid(2)]), .string("Accent"),
        .fields([
          "$classname": .string("UIDynamicCatalogColor"),
          "$classes": .array(["UIDynamicCatalogColor", "UIColor", "NSObject"].map { .string($0) }),
        ])))
    XCTAssertEqual(dynamic.name, "Accent")
    XCTAssertEqual(dynamic.kit, .uiKit)
    XCTAssertEqual(dynamic.object.superclassNames, ["UIColor", "NSObject"])
    XCTAssertNil(dynamic.rgb)
  }

  // MARK: Fonts

  func testFonts() throws {
    let mono = try assertSameGraph(
      ArchivedFont.self,
      archive(
        .record(
          class: 3, ["NSSize": .real(12), "NSfFlags": .integer(16), "NSName": .uid(2)]),
        .string("SFMono-Regular"), .classRecord("NSFont")))
    XCTAssertEqual(mono.name, "SFMono-Regular")
    XCTAssertEqual(mono.size, 12)
    XCTAssertEqual(mono.kit, .appKit)
    XCTAssertEqual(mono.object["NSfFlags"], 16)

    // A descriptor with a mutable dictionary, which stays one.
    let system = try assertSameGraph(
      ArchivedFont.self,
      archive(
        .record(
          class: 3,
          [
            "UIFontName": .uid(2), "UIFontDescriptor": .uid(4), "UIFontPointSize": .real(17),
            "UIFontTextStyleForScaling": .uid(0), "UIFontTraits": .integer(2), "UISystemFont": .bool(true),
            "NSName": .uid(2), "NSSize": .real(17),
          ]),
        .string(".SFUI-Semibold"), Self.classRecord("UIFont", hint: "NSFont"),
        .record(
          class: 5,
          ["UIFontDescriptorOptions": .integer(2_147_483_652), "UIFontDescriptorAttributes": .uid(6)]),
        .classRecord("UIFontDescriptor"), .table(class: 7, [8: 9]),
        .classRecord("NSMutableDictionary", "NSDictionary"), .string("NSFontSizeAttribute"), .real(17)))
    XCTAssertEqual(system.name, ".SFUI-Semibold")
    XCTAssertEqual(system.size, 17)
    XCTAssertEqual(system.kit, .uiKit)
    XCTAssertEqual(system.object["UIFontTextStyleForScaling"], .null)
    XCTAssertEqual(
      system.object.object("UIFontDescriptor")?["UIFontDescriptorAttributes"],
      .instance(
        ArchiveClass("NSMutableDictionary", superclassNames: ["NSDictionary", "NSObject"]),
        ["NSFontSizeAttribute": 17.0]))
  }

  // MARK: Objects

  func testSharedPartsAndCycles() throws {
    // A style that two fields share, and one that leads back to the object.
    let data = archive(
      .record(class: 3, ["first": .uid(2), "second": .uid(2), "name": .uid(4)]),
      .record(class: 3, ["owner": .uid(1)]), .classRecord("Style"), .string("body"))
    let style = try assertSameGraph(ArchivedObject.self, data)
    XCTAssertEqual(style.className, "Style")
    XCTAssertEqual(style["name"], "body")
    let first = try XCTUnwrap(style.object("first"))
    XCTAssertEqual(first, style.object("second"))
    XCTAssertEqual(first.object("owner")?["name"], "body")
    // As a field among others, written and read.
    let held = StyleHolder(title: "a", style: style, more: [style, first])
    let back = try KeyedArchive.decode(StyleHolder.self, from: KeyedArchive.encode(held))
    XCTAssertEqual(back, held)
    // In columns it is an archive of its own.
    XCTAssertEqual(try Road.column.carry(style, to: ArchivedObject.self), style)
    XCTAssertEqual(try Road.columnByName.carry(style, to: ArchivedObject.self), style)
  }

  func testFields() throws {
    let colors = [
      ArchivedColor(red: 1, green: 0.1, blue: 0, alpha: 0.5, kit: .appKit),
      ArchivedColor(red: 1, green: 0.1, blue: 0, kit: .uiKit),
      ArchivedColor(white: 0.3, kit: .appKit, isCalibrated: true),
      ArchivedColor(white: 0.3, alpha: 0, kit: .uiKit),
    ]
    let note = SystemNote(
      text: "t", color: colors[0], others: colors, byName: ["a": colors[1]], none: nil, some: colors[2],
      font: ArchivedFont(name: "Menlo", size: 11.5, kit: .uiKit))
    // XML has no numbers of four bytes; then UIKit's are of eight, and say the same.
    for road in Road.allCases where road != .xml {
      XCTAssertEqual(try road.carry(note, to: SystemNote.self), note, "\(road)")
      XCTAssertEqual(try road.carry([note, note], to: [SystemNote].self), [note, note], "\(road)")
      XCTAssertEqual(try road.carry(colors, to: [ArchivedColor].self), colors, "\(road)")
    }
    let back = try Road.xml.carry(colors, to: [ArchivedColor].self)
    XCTAssertEqual(back.map(\.rgb), colors.map(\.rgb))
    XCTAssertEqual([back[0], back[2]], [colors[0], colors[2]])
    try assertRoundTrip(note, xml: .lossy)
    // Keys of XML are in the order of the alphabet.
    try assertRoundTrip(colors[0], xml: .lossy)
    try assertCoderRoundTrip(note)
    // What the object was stored as by a coder is read from the archive as well.
    let coded = try KeyedArchive.archivedData(withRootObject: note.encoded, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode(SystemNote.self, from: coded), note)
  }

  /// The node of a value has the object itself, and not the archive that other coders store.
  func testObjectsInNodes() throws {
    let fields = ArchiveNode.Fields(className: "NSParagraphStyle", ["NSAlignment": 2])
    XCTAssertEqual(try ArchiveNode(encoding: ArchivedObject(fields)), .record(fields))
    XCTAssertEqual(try ArchiveNode(encoding: ["k": ArchivedObject(fields)])["k"], .record(fields))
  }

  // MARK: Made here

  func testMadeColors() throws {
    let color = ArchivedColor(red: 0.1 + 0.2, green: 1, blue: 1e-7, alpha: 0.5, kit: .appKit)
    XCTAssertEqual(
      try KeyedArchive(KeyedArchive.encode(color)).node().inlined(),
      .object(
        "NSColor", ["NSRGB": .data(Data("0.30000000000000004 1 1e-07 0.5\0".utf8)), "NSColorSpace": 2]))
    // Every bit comes back.
    let back = try KeyedArchive.decode(ArchivedColor.self, from: KeyedArchive.encode(color))
    XCTAssertEqual(back, color)
    XCTAssertEqual(back.rgb, color.rgb)
    XCTAssertEqual(back.rgb?.red, 0.1 + 0.2)
    XCTAssertEqual(back.space, color.space)

    let ui = ArchivedColor(red: 0.25, green: 0.12, blue: 0.45, alpha: 0.8, kit: .uiKit)
    XCTAssertEqual(
      ui.object.names,
      [
        "UIColorComponentCount", "UIRed", "UIGreen", "UIGreen-Double", "UIBlue", "UIBlue-Double", "UIAlpha",
        "UIAlpha-Double", "NSRGB", "NSColorSpace",
      ])
    XCTAssertEqual(ui.object["UIGreen"], .float(0.12))
    XCTAssertEqual(ui.object["NSRGB"], .data(Data("0.25 0.12 0.45 0.8".utf8)))
    XCTAssertEqual(try ArchivedColor(ui.object).rgb, ui.rgb)
    guard case .record(let fields) = try KeyedArchive(KeyedArchive.encode(ui)).node().inlined() else {
      return XCTFail("no record")
    }
    XCTAssertEqual(fields.fallbackClassNames, ["NSColor"])
    for made in [color, ui, ArchivedColor(white: 1, kit: .appKit), ArchivedColor(white: 1, kit: .uiKit)] {
      try assertRoundTrip(made, xml: .lossy)
      XCTAssertEqual(try ArchivedColor(made.object).components, made.components)
    }
    let font = ArchivedFont(name: "Menlo", size: 11, kit: .appKit)
    XCTAssertEqual(try ArchivedFont(font.object).name, "Menlo")
    XCTAssertEqual(ArchivedFont(name: "Menlo", size: 11, kit: .uiKit).kit, .uiKit)
  }

  // MARK: Where the class exists

  func testObjectsOfClasses() throws {
    let style = SystemStyle(alignment: 2, name: "body", tabs: [4, 8])
    let object = try ArchivedObject(archiving: style)
    XCTAssertEqual(object["alignment"], 2)
    XCTAssertEqual(object["name"], "body")
    let back = try object.unarchived(as: SystemStyle.self)
    XCTAssertEqual(back.alignment, 2)
    XCTAssertEqual(back.name, "body")
    XCTAssertEqual(back.tabs, [4, 8])
    // Through an archive of a program that has no such class.
    let copy = try KeyedArchive.decode(ArchivedObject.self, from: KeyedArchive.encode(object))
    XCTAssertEqual(copy, object)
    XCTAssertEqual(try copy.unarchived(as: SystemStyle.self).tabs, [4, 8])

    assertThrows(.classMismatch) {
      try ArchivedColor(red: 0, green: 0, blue: 0, kit: .appKit).object.unarchived(as: SystemStyle.self)
    }
    var fields = ArchiveNode.Fields(className: object.className)
    fields["alignment"] = "left"
    XCTAssertThrowsError(try ArchivedObject(fields).unarchived(as: SystemStyle.self)) {
      XCTAssert($0 is ArchiveError, "\($0)")
    }
  }

  // MARK: Damage

  func testWrongObjects() throws {
    func check(
      _ code: ArchiveError.Code, _ data: Data, at path: String? = nil, line: UInt = #line
    ) {
      assertThrows(code, at: path, line: line) { try KeyedArchive.decode(ArchivedColor.self, from: data) }
    }
    check(.classMismatch, archive(.record(class: 2, ["NSColorSpace": .integer(1)]), .classRecord("NSFont")))
    check(.typeMismatch, archive(.string("red")))
    check(.typeMismatch, try KeyedArchive.encode(nil as Int?))
    check(.typeMismatch, try KeyedArchive.encode(["NSRGB": "0 0 0"]))
    check(.missingField, color(["NSColorSpace": .integer(1)]), at: "NSRGB")
    check(.missingField, color(["NSColorSpace": .integer(3), "NSRGB": text("0 0 0")]), at: "NSWhite")
    check(.missingField, color(["NSColorSpace": .integer(1), "NSRGB": .uid(0)]), at: "NSRGB")
    check(.typeMismatch, color(["NSColorSpace": .bool(true), "NSRGB": text("0 0 0")]), at: "NSColorSpace")
    for wrong in ["", "0 0", "0 0 0 1 1", "red green blue", "0,1 0 0"] {
      check(.invalidValue, color(["NSColorSpace": .integer(2), "NSRGB": text(wrong)]), at: "NSRGB")
    }
    check(
      .missingField,
      archive(
        .record(
          class: 2, ["UIColorComponentCount": .integer(4), "UIRed": .real(0), "UIBlue": .real(0)]),
        Self.uiColorClass), at: "UIGreen")
    // A colour whose present colour is itself.
    check(
      .cycle,
      archive(
        .record(class: 2, ["NSColorSpace": .integer(6), "NSColor": .uid(1)]), .classRecord("NSColor")))
    assertThrows(.classMismatch) {
      try KeyedArchive.decode(ArchivedFont.self, from: color(["NSColorSpace": .integer(1)]))
    }
    assertThrows(.missingField, at: "NSSize") {
      try KeyedArchive.decode(
        ArchivedFont.self,
        from: archive(.record(class: 2, ["NSName": .uid(3)]), .classRecord("NSFont"), .string("Menlo")))
    }
    // The error has the place in what is around it.
    let holder = archive(
      .record(class: 3, ["title": .uid(5), "style": .uid(4), "more": .uid(0)]), .null,
      .classRecord("System_Holder"), .integer(7), .string("t"))
    assertThrows(.typeMismatch, at: "style") { try KeyedArchive.decode(StyleHolder.self, from: holder) }
  }

  /// A colour that many places refer to is paid for each time.
  func testBudget() throws {
    let entries = [UInt64](repeating: 4, count: 400)
    let data = archive(
      .record(class: 2, ["NS.objects": .array(entries.map { .uid($0) })]), .classRecord("NSArray"),
      .classRecord("NSColor"),
      .record(
        class: 3,
        [
          "NSColorSpace": .integer(1),
          "NSRGB": .data([UInt8](repeating: 0x20, count: 10_000) + Array("0 0 0".utf8)),
        ]))
    XCTAssertEqual(try KeyedArchive.decode([ArchivedColor].self, from: data).count, 400)
    assertThrows(.limitExceeded) {
      try KeyedArchive.decode(
        [ArchivedColor].self, from: data,
        options: .init(limits: ArchiveLimits(maximumDecodedSize: 1 << 20)))
    }
  }

  /// A plain value that refers to another plain value keeps the reference, written again and again.
  func testReferencesInPlainValues() throws {
    let data = archive(
      .record(
        class: 2,
        [
          "NSColorSpace": .integer(1), "NSRGB": .data(Array("0 0 0".utf8)),
          "Extra": .array([.fields(["class": .uid(2), "list": .uid(3)]), .string("text")]),
        ]),
      .classRecord("NSColor"), .array([.integer(1), .array([.integer(2)])]))
    try assertSameGraph(ArchivedColor.self, data)
  }

  func testDamagedArchives() throws {
    var random = SeededGenerator()
    let color = ArchivedColor(red: 1, green: 0.1, blue: 0, alpha: 0.5, kit: .uiKit)
    let note = SystemNote(
      text: "t", color: color, others: [color], byName: ["a": color], none: nil, some: color,
      font: ArchivedFont(name: "Menlo", size: 11.5, kit: .uiKit))
    let archives = [try KeyedArchive.encode(note), try Road.column.archive(note)]
    for round in 0..<Thoroughness.rounds(240, full: 5_000) {
      var data = archives[round % 2]
      for _ in 0...random.below(3) { data[random.below(data.count)] = UInt8(random.below(256)) }
      assertDecodesOrThrows("round \(round), seed \(random.seed)") {
        let road = round % 2 == 0 ? Road.keyed : .column
        let read = try road.read(SystemNote.self, from: data, verifies: false)
        // What can be read is written again.
        XCTAssertEqual(
          try KeyedArchive.decode(SystemNote.self, from: KeyedArchive.encode(read)), read,
          "round \(round), seed \(random.seed)")
      }
    }
  }
}

/// The value in an archive of others. Written again, it has the same graph, alone and among others.
@discardableResult
func assertSameGraph<Value: ArchiveValue & Equatable>(
  _ type: Value.Type, _ data: Data, file: StaticString = #filePath, line: UInt = #line
) throws -> Value {
  let value = try KeyedArchive.decode(type, from: data)
  let again = try KeyedArchive.encode(value)
  XCTAssertEqual(
    try KeyedArchive(again).node().inlined(), try KeyedArchive(data).node().inlined(), file: file, line: line)
  XCTAssertEqual(try KeyedArchive.decode(type, from: again), value, file: file, line: line)
  let many = [value, value]
  XCTAssertEqual(
    try KeyedArchive.decode([Value].self, from: KeyedArchive.encode(many)), many, file: file, line: line)
  return value
}

@Archivable(className: "System_Note")
private struct SystemNote: Hashable {
  var text: String
  var color: ArchivedColor
  var others: [ArchivedColor]
  var byName: [String: ArchivedColor]
  var none: ArchivedColor?
  var some: ArchivedColor?
  var font: ArchivedFont
}

@Archivable(className: "System_Holder")
private struct StyleHolder: Hashable {
  var title: String
  var style: ArchivedObject
  var more: [ArchivedObject] = []
}

/// A class that the program has.
final class SystemStyle: NSObject, NSSecureCoding {
  let alignment: Int
  let name: String
  let tabs: [Double]
  static var supportsSecureCoding: Bool { true }

  init(alignment: Int, name: String, tabs: [Double]) {
    (self.alignment, self.name, self.tabs) = (alignment, name, tabs)
  }

  func encode(with coder: NSCoder) {
    coder.encode(alignment, forKey: "alignment")
    coder.encode(name as NSString, forKey: "name")
    coder.encode(tabs.map { NSNumber(value: $0) } as NSArray, forKey: "tabs")
  }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
      let tabs = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "tabs") as? [Any]
    else { return nil }
    alignment = coder.decodeInteger(forKey: "alignment")
    self.name = String(describing: name)
    self.tabs = tabs.compactMap { ($0 as? NSNumber)?.doubleValue }
  }
}
