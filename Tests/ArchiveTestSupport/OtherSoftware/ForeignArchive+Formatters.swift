extension ForeignArchive {
  /// Formatters, with locales, time zones and calendars in them.
  static let formatters: [ForeignArchive] = [
    archive(
      "foundation/ByteCountFormatter-Default.archive", "macOS leaves out fields that were not set.",
      [.null, .record(class: 2, [:]), .classRecord("NSByteCountFormatter", "NSFormatter")]),
    archive(
      "foundation/ByteCountFormatter-AllFieldsSet.archive", "macOS writes flags and numbers in the object.",
      [
        .null,
        .record(
          class: 2,
          [
            "NSNoNonnumeric": .bool(true), "NSUnits": .integer(3), "NSNoUnit": .bool(true),
            "NSZeroPad": .bool(true), "NSNoCount": .bool(true), "NSKBSize": .integer(2),
            "NSNoAdaptive": .bool(true), "NSFormattingContext": .integer(4),
          ]),
        .classRecord("NSByteCountFormatter", "NSFormatter"),
      ]),
    iso8601("Default", 1907), iso8601("OptionsSet", 1366), interval("Default", usesTemplate: false, ""),
    interval("ValuesSetWithTemplate", usesTemplate: true, "dd mm yyyy HH:MM", "y/MM/dd H:mm", "ja-JP"),
    interval("ValuesSetWithoutTemplate", usesTemplate: false, "", "y年M月d日", "ja-JP"),
  ]

  private static func iso8601(_ name: String, _ options: Int64) -> ForeignArchive {
    archive(
      "foundation/ISO8601DateFormatter-\(name).archive",
      "macOS writes a time zone with the bytes of its rules.",
      [
        .null, .record(class: 7, ["NS.formatOptions": .integer(options), "NS.timeZone": .uid(2)]),
        .record(class: 6, ["NS.name": .uid(3), "NS.data": .uid(4)]), .string("GMT"),
        .record(class: 5, ["NS.data": filler(118)]), .classRecord("NSMutableData", "NSData"),
        .classRecord("NSTimeZone"), .classRecord("NSISO8601DateFormatter", "NSFormatter"),
      ])
  }

  private static func interval(
    _ name: String, usesTemplate: Bool, _ template: String, _ dateTemplate: String = "y-MM-dd HH:mm",
    _ locale: String = ""
  ) -> ForeignArchive {
    let isDefault = locale.isEmpty
    let zone: [Item] =
      isDefault
      ? [] : [.record(class: 14, ["NS.name": .uid(19), "NS.data": .uid(0)]), .string("GMT+0100")]
    return archive(
      "foundation/DateIntervalFormatter-\(name).archive",
      "macOS writes a calendar with its zone and locale, and a zone that has no rules.",
      [
        .null,
        .record(
          class: isDefault ? 18 : 20,
          [
            "NS.timeZone": .uid(isDefault ? 10 : 18), "NS.dateStyle": .integer(1),
            "NS.timeStyle": .integer(1),
            "NS.dateTemplateFromStyles": .uid(3), "NS.calendar": .uid(7), "NS.locale": .uid(4),
            "NS.dateTemplate": .uid(2), "NS.modified": .bool(true), "NS.useTemplate": .bool(usesTemplate),
          ]),
        .string(template), .string(dateTemplate), .record(class: 6, ["NS.identifier": .uid(5)]),
        .string(locale),
        .classRecord("NSLocale"),
        .record(
          class: 17,
          [
            "NS.timezone": .uid(10), "NS.gstartdate": .uid(15), "NS.firstwkdy": .integer(1),
            "NS.locale": .uid(9), "NS.mindays": .integer(1), "NS.identifier": .uid(8),
          ]),
        .string("gregorian"), .record(class: 6, ["NS.identifier": .uid(5)]),
        .record(class: 14, ["NS.name": .uid(11), "NS.data": .uid(12)]), .string("GMT"),
        .record(class: 13, ["NS.data": filler(118)]), .classRecord("NSMutableData", "NSData"),
        .classRecord("NSTimeZone"), .record(class: 16, ["NS.time": .real(-13_197_600_000)]),
        .classRecord("NSDate"), .classRecord("NSCalendar"),
      ] + zone + [.classRecord("NSDateIntervalFormatter", "NSFormatter")])
  }
}
