import ArchiveTestSupport
import Foundation
import StructCoding
import SystemValues

#if canImport(UIKit)
  import UIKit
#endif

// SAMPLE note

final class SystemValuesSampleTests: PageTests {
  func testRead() throws {
    var builder = PlistBuilder()
    builder.objects = [
      .null,
      .record(
        class: 11,
        ["text": .uid(2), "color": .uid(3), "font": .uid(5), "style": .uid(8), "userInfo": .uid(12)]),
      .string("Buy milk"),
      .record(class: 4, ["NSRGB": .data(Array("0.9 0.25 0\0".utf8)), "NSColorSpace": .integer(1)]),
      .classRecord("NSColor"),
      .record(class: 7, ["NSSize": .real(12), "NSfFlags": .integer(16), "NSName": .uid(6)]),
      .string("SFMono-Regular"), .classRecord("NSFont"),
      .record(class: 9, ["NSAlignment": .integer(2), "NSTabStops": .uid(10)]),
      .classRecord("NSParagraphStyle"),
      .list(class: 17), .classRecord("Note"), .table(class: 16, [13: 14]), .string("window"),
      .table(class: 16, [15: 18]), .string("width"), .classRecord("NSDictionary"), .classRecord("NSArray"),
      .integer(640),
    ]
    let archiveOfAMac = builder.data()
    // SAMPLE read
    // OUTPUT read
  }

  func testMake() throws {
    // SAMPLE make
    // OUTPUT make
  }

  func testText() throws {
    let textOfAMac = try ForeignArchive.likeness(of: "rust-nska/NSMutableAttributedString.plist")
    // SAMPLE text
    // OUTPUT text
    // SAMPLE make-text
    // OUTPUT make-text
  }
}

#if canImport(UIKit)
  // SAMPLE uikit
#endif
