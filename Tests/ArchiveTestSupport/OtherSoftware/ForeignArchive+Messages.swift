extension ForeignArchive {
  /// Messages that Xcode and devices send each other, each a small archive.
  static let messages: [ForeignArchive] = [
    tap("dttapmessage", ["k": 5]),
    tap(
      "DTTapHeartbeatMessage", ["k": 8, "heart": 0], .classRecord("DTTapHeartbeatMessage", "DTTapMessage")),
    tap("DTSysmonTapMessage", ["k": 0, "tv": 65_536], .classRecord("DTSysmonTapMessage", "DTTapMessage")),
    archive(
      "dtx-goios/dttapstatusmessage.bin",
      "iOS sends numbers of more than 32 bits, and a dictionary in another.",
      [
        .null, .record(class: 19, ["DTTapMessagePlist": .uid(2)]),
        .table(class: 18, [3: 8, 4: 9, 5: 10, 6: 11, 7: 12]), .string("k"), .string("status"), .string("ts"),
        .string("notice"), .string("info"), .integer(8), .integer(2_415_919_109),
        .integer(28_483_226_000_000),
        .string("Time Mapping"), .table(class: 17, [13: 15, 14: 16]),
        .string("DTActivityTraceTapDeviceMachAbsoluteTimeKey"),
        .string("DTActivityTraceTapDeviceTimeIntervalSince1970Key"), .integer(28_483_226_000_031),
        .real(1_650_826_866.105329), .classRecord("NSDictionary"),
        .classRecord("NSMutableDictionary", "NSDictionary"),
        .classRecord("DTTapStatusMessage", "DTTapMessage"),
      ]),
    archive(
      "dtx-goios/dtcpuclusterinfo.bin", "iOS sends objects that are equal and two, by numbers.",
      [
        .null, .table(class: 7, [2: 4, 3: 6]), .integer(0), .integer(1), cluster,
        .classRecord("DTCPUClusterInfo"), cluster, .classRecord("NSDictionary"),
      ]),
    archive(
      "dtx-goios/int64-value-in-nskeyedarchive.bin", "go-ios sends numbers that are negative, and flags.",
      [
        .null,
        .table(
          class: 22,
          [2: 13, 3: 14, 4: 13, 5: 15, 6: 16, 7: 17, 8: 18, 9: 19, 10: 19, 11: 20, 12: 21]),
        .string("trackExpiredPIDs"), .string("targetPID"), .string("onlySignposts"),
        .string("pidToInjectCombineDYLIB"), .string("machTimebaseNumer"), .string("signpostsAndLogs"),
        .string("machTimebaseDenom"), .string("combineDataScope"), .string("bm"), .string("predicate"),
        .string("ur"), .bool(true), .integer(21_761), .integer(-1), .integer(125), .bool(false), .integer(3),
        .integer(0),
        .string(
          "(category == 'InduceCondition') AND (subsystem == 'com.apple.ConditionInducer.LowSeverity')"),
        .integer(500), .classRecord("NSDictionary"),
      ]),
    archive(
      "dtx-goios/ax_statechange.bin", "iOS sends a dictionary with a date, of whose values some are shared.",
      [
        .null,
        .table(
          class: 23,
          [2: 13, 3: 14, 4: 14, 5: 15, 6: 16, 7: 17, 8: 18, 9: 13, 10: 19, 11: 21, 12: 22]),
        .string("state"), .string("state_description"), .string("elevated_state_description"),
        .string("displayID"), .string("mach_absolute_time"), .string("appName"), .string("execName"),
        .string("elevated_state"), .string("timestamp"), .string("name"), .string("pid"), .integer(2),
        .string("Suspended"), .string("com.example.search"), .integer(2_374_870_000_000), .string("Unknown"),
        .string("Spotlight"), .record(class: 20, ["NS.time": .real(620_737_053.76402)]),
        .classRecord("NSDate"), .string("StateChanged"), .integer(1231), .classRecord("NSDictionary"),
      ]),
    archive(
      "dtx-goios/uint64-key-dictionary.bin", "iOS sends dictionaries whose keys are numbers, in one another.",
      [
        .null, .table(class: 26, [2: 3]), .integer(40_400),
        .table(class: 26, [4: 8, 5: 10, 6: 2, 7: 11]), .string("time"), .string("process.age"),
        .string("pid"), .string("disk.openfiles[]"),
        .record(class: 9, ["NS.time": .real(625_390_557.003659)]),
        .classRecord("NSDate"), .real(0.010608242), .list(class: 27, 12, 13, 14),
        .table(class: 26, [15: 18, 16: 19, 17: 20]), .table(class: 26, [15: 21, 16: 22, 17: 23]),
        .table(class: 26, [15: 24, 16: 22, 17: 25]), .string("fddesc"), .string("inode"), .string("path"),
        .string("0r"), .integer(104), .string("/dev/null"), .string("1u"), .integer(439),
        .string("/dev/ttys001"), .string("2u"), .string("/dev/ttys001"),
        .classRecord("NSMutableDictionary", "NSDictionary"), .classRecord("NSMutableArray", "NSArray"),
      ]),
  ]

  private static let cluster = Item.record(
    class: 5, ["_clusterID": .integer(0), "_clusterFlags": .integer(0)])

  /// A message that is a mutable dictionary of numbers.
  private static func tap(
    _ name: String, _ numbers: KeyValuePairs<String, Int64>, _ record: Item = .classRecord("DTTapMessage")
  ) -> ForeignArchive {
    let count = UInt64(numbers.count)
    let keys = (0..<count).map { Item.uid(3 + $0) }
    let values = (0..<count).map { Item.uid(3 + count + $0) }
    return archive(
      "dtx-goios/\(name).bin", "iOS sends an object around a mutable dictionary.",
      [
        .null, .record(class: 4 + 2 * count, ["DTTapMessagePlist": .uid(2)]),
        .record(class: 3 + 2 * count, ["NS.keys": .array(keys), "NS.objects": .array(values)]),
      ] + numbers.map { .string($0.key) } + numbers.map { .integer($0.value) }
        + [.classRecord("NSMutableDictionary", "NSDictionary"), record])
  }
}
