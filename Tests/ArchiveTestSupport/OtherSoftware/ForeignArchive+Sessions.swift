extension ForeignArchive {
  /// Objects of test sessions, as Xcode and devices send them.
  static let sessions: [ForeignArchive] = [
    archive(
      "dtx-goios/XCActivityRecord.bin",
      "iOS sends an object with a field that is nil, and one that is empty.",
      [
        .null,
        .record(
          class: 10,
          [
            "finish": .uid(0), "start": .uid(4), "title": .uid(6), "uuid": .uid(2), "activityType": .uid(7),
            "attachments": .uid(8),
          ]),
        .record(class: 3, ["NS.uuidbytes": uuid("A8F5C718-D234-49B0-A891-136F94C41213")]),
        .classRecord("NSUUID"), .record(class: 5, ["NS.time": .real(625_945_468.42794)]),
        .classRecord("NSDate"), .string("Suite Set Up"),
        .string("com.apple.dt.xctest.activity-type.internal"), .list(class: 9), .classRecord("NSArray"),
        .classRecord("XCActivityRecord"),
      ]),
    archive(
      "dtx-goios/XCTCapabilities.bin", "iOS sends names with spaces, and numbers that several of them share.",
      [
        .null, .record(class: 14, ["capabilities-dictionary": .uid(2)]),
        .table(class: 13, [3: 10, 4: 11, 5: 11, 6: 11, 7: 12, 8: 10, 9: 11]), .string("capability one"),
        .string("capability two"), .string("capability three"), .string("capability four"),
        .string("initiate daemon control session capability"), .string("request spindump capability"),
        .string("capability seven"), .integer(2), .integer(1), .integer(4), .classRecord("NSDictionary"),
        .classRecord("XCTCapabilities"),
      ]),
    archive(
      "dtx-goios/xctestidentifier.bin", "iOS sends an array of one string twice.",
      [
        .null, .record(class: 5, ["c": .uid(2), "o": .integer(2)]), .list(class: 4, 3, 3), .string("none"),
        .classRecord("NSArray"), .classRecord("XCTTestIdentifier"),
      ]),
    archive(
      "dtx-goios/xctestconfiguration.bin", "go-ios sends an object of many fields, of which most are nil.",
      [
        .null,
        .record(
          class: 23,
          [
            "sessionIdentifier": .uid(10), "testsToRun": .uid(0), "userAttachmentLifetime": .integer(1),
            "targetApplicationEnvironment": .uid(8), "testBundleURL": .uid(3), "baselineFileURL": .uid(0),
            "testsMustRunOnMainThread": .bool(true), "productModuleName": .uid(12),
            "testsDrivenByIDE": .bool(false), "targetApplicationArguments": .uid(6),
            "aggregateStatisticsBeforeCrash": .uid(13), "formatVersion": .uid(2),
            "IDECapabilities": .uid(17), "defaultTestExecutionTimeAllowance": .uid(16),
            "testExecutionOrdering": .integer(0), "initializeForUITesting": .bool(true),
          ]),
        .integer(2), .record(class: 5, ["NS.base": .uid(0), "NS.relative": .uid(4)]),
        .string("file:///private/var/PlugIns/WebDriverAgentRunner.xctest"), .classRecord("NSURL"),
        .list(class: 7), .classRecord("NSArray"), .table(class: 9, [:]), .classRecord("NSDictionary"),
        .record(class: 11, ["NS.uuidbytes": uuid("BE7EDFCE-DA6A-402D-95D3-2D919955A29A")]),
        .classRecord("NSUUID"), .string("WebDriverAgentRunner"), .table(class: 15, [14: 20]),
        .string("XCSuiteRecordsKey"), .classRecord("NSMutableDictionary", "NSDictionary"), .integer(600),
        .record(class: 22, ["capabilities-dictionary": .uid(18)]), .table(class: 9, [19: 21]),
        .string("test timeout capability"), .table(class: 15, [:]), .integer(1),
        .classRecord("XCTCapabilities"), .classRecord("XCTestConfiguration"),
      ]),
    archive(
      "dtx-goios/nsvalue.bin", "iOS sends dictionaries that lie in one another, with a rectangle at the end.",
      [
        .null, passthrough(4, 5), .string("Value"), .string("ObjectType"), .list(class: 20, 6),
        .string("passthrough"), passthrough(7, 8), passthrough(9, 5), .string("AXAuditIssue_v1"),
        .table(class: 19, [10: 12, 11: 14, 22: 18]), .string("FontSizeValue_v1"),
        .string("ElementRectValue_v1"),
        passthrough(13, 5), .real(0), passthrough(15, 5),
        .record(class: 17, ["NS.rectval": .uid(16), "NS.special": .integer(3)]),
        .string("{{146.33333333333337, 728.33333333333337}, {135.66666666666663, 69.666666666666629}}"),
        .classRecord("NSValue"),
        .record(class: 21, ["NS.data": .data([19, 65, 0, 0])]),
        .classRecord("NSMutableDictionary", "NSDictionary"), .classRecord("NSMutableArray", "NSArray"),
        .classRecord("NSMutableData", "NSData"), .string("PlatformElementValue_v1"),
      ]),
  ]

  /// A dictionary of a value and what kind of value it is.
  private static func passthrough(_ value: UInt64, _ kind: UInt64) -> Item {
    .table(class: 19, [2: value, 3: kind])
  }
}
