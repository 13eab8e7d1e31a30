// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import XCTest

  @testable import StructCodingMacros

  /// The text of the expansion of structs. It is read by people: a change here is a change to look at.
  final class StructExpansionTests: XCTestCase {
    /// The shape of everything, whatever the access of the properties.
    func testAStruct() {
      assertExpansion(
        """
        @Archivable
        public struct Session: Equatable {
          public var startTime: Date
          private var endTime: Date?
          public var events: [Event] = []
        }
        """,
        """
        nonisolated extension Session: StructCoding.Archivable {
          public static let archiveFields: StructCoding.ArchiveFields<Self> = .init("Models_Session_Coding", isMemberwise: true) { Self._listFields(&$0) }

          private static func _listFields(_ fields: inout StructCoding.FieldList<Self>) {
            fields.field("startTime", \\.startTime)
            fields.field("endTime", \\.endTime)
            fields.field("events", \\.events)
          }

          public func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.startTime, at: 0)
            try encoder.encode(self.endTime, at: 1)
            try encoder.encode(self.events, at: 2)
          }

          public init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.startTime = try decoder.decode(at: 0)
            self.endTime = try decoder.decode(at: 1)
            if decoder.hasField(at: 2) { self.events = try decoder.decode(at: 2) }
          }

          #if canImport(ObjectiveC)
          @objc(Models_Session_Coding)
          #endif
          public nonisolated final class Coding: StructCoding.CodingObject, StructCoding.ArchiveWrapper {
            public typealias Value = _Archived
            public override class var supportsSecureCoding: Swift.Bool { true }
          }
        }
        """)
    }

    /// Names as the user sets them.
    func testClassNameAndFormerly() {
      assertExpansion(
        """
        @Archivable(className: "Session", formerly: ["XYZSession", "Old.Session"])
        struct Renamed {
          var x: Int
        }
        """,
        """
        nonisolated extension Renamed: StructCoding.Archivable {
          static let archiveFields: StructCoding.ArchiveFields<Self> = .init("Session", formerly: ["XYZSession", "Old.Session"], isMemberwise: true) { Self._listFields(&$0) }

          private static func _listFields(_ fields: inout StructCoding.FieldList<Self>) {
            fields.field("x", \\.x)
          }

          func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.x, at: 0)
          }

          init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.x = try decoder.decode(at: 0)
          }

        \(coding(objectiveC: "Session"))
        }
        """)
    }

    /// Only stored instance properties are fields.
    func testSkippedMembers() {
      assertExpansion(
        """
        @Archivable
        struct Skipped {
          let constant = 5
          let (one, two) = (1, 2)
          static var shared = 1
          lazy var cache = 2
          var computed: Int { 3 }
          var accessors: Int {
            get { 4 }
            set {}
          }
          var observed: Int {
            didSet {}
          }
          @Clamped var wrapped: Int
          var plain: Int
          func method() {}
        }
        """,
        """
        nonisolated extension Skipped: StructCoding.Archivable {
          static let archiveFields: StructCoding.ArchiveFields<Self> = .init("Models_Skipped_Coding") { Self._listFields(&$0) }

          private static func _listFields(_ fields: inout StructCoding.FieldList<Self>) {
            fields.field("observed", \\.observed)
            fields.field("wrapped", \\.wrapped)
            fields.field("plain", \\.plain)
          }

          func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.observed, at: 0)
            try encoder.encode(self.wrapped, at: 1)
            try encoder.encode(self.plain, at: 2)
          }

          init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.observed = try decoder.decode(at: 0)
            self.plain = try decoder.decode(at: 2)
            self.wrapped = try decoder.decode(at: 1)
          }

        \(coding(objectiveC: "Models_Skipped_Coding"))
        }
        """)
    }

    /// Several bindings, tuples, names that are keywords.
    func testBindingsAndNames() {
      assertExpansion(
        """
        @Archivable
        struct Names {
          var a = 1, b = "two"
          let c, d: Int
          var `class`: String
          var encoder, decoder: Int
          var pair: (Int, String)
          let labelled: (x: Int, y: Int)
          var limits = (min: 0, max: 1)
          var single: (Int)
        }
        """,
        """
        nonisolated extension Names: StructCoding.Archivable {
          static let archiveFields: StructCoding.ArchiveFields<Self> = .init("Models_Names_Coding", isMemberwise: true) { Self._listFields(&$0) }

          private static func _listFields(_ fields: inout StructCoding.FieldList<Self>) {
            fields.field("a", \\.a)
            fields.field("b", \\.b)
            fields.field("c", \\.c)
            fields.field("d", \\.d)
            fields.field("class", \\.`class`)
            fields.field("encoder", \\.encoder)
            fields.field("decoder", \\.decoder)
            fields.tuple("pair", \\.pair.0, \\.pair.1)
            fields.tuple("labelled", \\.labelled.0, \\.labelled.1)
            fields.tuple("limits", \\.limits.0, \\.limits.1)
            fields.field("single", \\.single)
          }

          func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.a, at: 0)
            try encoder.encode(self.b, at: 1)
            try encoder.encode(self.c, at: 2)
            try encoder.encode(self.d, at: 3)
            try encoder.encode(self.`class`, at: 4)
            try encoder.encode(self.encoder, at: 5)
            try encoder.encode(self.decoder, at: 6)
            try encoder._encodeTuple(self.pair.0, self.pair.1, at: 7)
            try encoder._encodeTuple(self.labelled.0, self.labelled.1, at: 8)
            try encoder._encodeTuple(self.limits.0, self.limits.1, at: 9)
            try encoder.encode(self.single, at: 10)
          }

          init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.c = try decoder.decode(at: 2)
            self.d = try decoder.decode(at: 3)
            self.`class` = try decoder.decode(at: 4)
            self.encoder = try decoder.decode(at: 5)
            self.decoder = try decoder.decode(at: 6)
            self.pair = try decoder._decodeTuple(at: 7)
            (self.labelled.0, self.labelled.1) = try decoder._decodeTuple(at: 8)
            self.single = try decoder.decode(at: 10)
            if decoder.hasField(at: 0) { self.a = try decoder.decode(at: 0) }
            if decoder.hasField(at: 1) { self.b = try decoder.decode(at: 1) }
            if decoder.hasField(at: 9) { (self.limits.0, self.limits.1) = try decoder._decodeTuple(at: 9) }
          }

        \(coding(objectiveC: "Models_Names_Coding"))
        }
        """)
    }

    /// A computed schema, the arguments' names, no Objective-C name.
    func testAGenericStruct() {
      assertExpansion(
        """
        @Archivable
        public struct Box<Content: ArchiveValue, Tag> where Tag: Sendable {
          var content: [Content]
        }
        """,
        #"""
        nonisolated extension Box: StructCoding.Archivable {
          public static var archiveFields: StructCoding.ArchiveFields<Self> { .shared("Models_Box_\(Content.archiveName)_Coding", isMemberwise: true) { Self._listFields(&$0) } }

          private static func _listFields(_ fields: inout StructCoding.FieldList<Self>) {
            fields.field("content", \.content)
          }

          public func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.content, at: 0)
          }

          public init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.content = try decoder.decode(at: 0)
          }

        \#(coding(access: "public ", registers: true))
        }
        """#)
    }

    /// Lists that do not fit on one line.
    func testLongTables() {
      assertExpansion(
        """
        @Archivable
        struct Long {
          var theFirstOfAFewLongNames, theSecondOfAFewLongNames, theThirdOfAFewLongNames, theFourthOfAFewLongNames: Int
        }
        """,
        """
        nonisolated extension Long: StructCoding.Archivable {
          static let archiveFields: StructCoding.ArchiveFields<Self> = .init("Models_Long_Coding", isMemberwise: true) { Self._listFields(&$0) }

          private static func _listFields(_ fields: inout StructCoding.FieldList<Self>) {
            fields.field("theFirstOfAFewLongNames", \\.theFirstOfAFewLongNames)
            fields.field("theSecondOfAFewLongNames", \\.theSecondOfAFewLongNames)
            fields.field("theThirdOfAFewLongNames", \\.theThirdOfAFewLongNames)
            fields.field("theFourthOfAFewLongNames", \\.theFourthOfAFewLongNames)
          }

          func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.theFirstOfAFewLongNames, at: 0)
            try encoder.encode(self.theSecondOfAFewLongNames, at: 1)
            try encoder.encode(self.theThirdOfAFewLongNames, at: 2)
            try encoder.encode(self.theFourthOfAFewLongNames, at: 3)
          }

          init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.theFirstOfAFewLongNames = try decoder.decode(at: 0)
            self.theSecondOfAFewLongNames = try decoder.decode(at: 1)
            self.theThirdOfAFewLongNames = try decoder.decode(at: 2)
            self.theFourthOfAFewLongNames = try decoder.decode(at: 3)
          }

        \(coding(objectiveC: "Models_Long_Coding"))
        }
        """)
    }
  }
#endif
