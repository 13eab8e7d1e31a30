// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import XCTest

  @testable import StructCodingMacros

  /// The text of the expansion of enumerations.
  final class EnumExpansionTests: XCTestCase {
    /// Cases, labels, defaults, conditions.
    func testAnEnum() {
      assertExpansion(
        """
        @Archivable
        indirect enum Shape {
          case none
          case circle(radius: Double)
          case rectangle(width: Double, height: Double = 1)
          case `default`(Int, _ second: String, `in`: Int)
          case native(Int), other
        }
        """,
        """
        nonisolated extension Shape: StructCoding.Archivable {
          static let archiveSchema = StructCoding.ArchiveSchema(
            className: "Models_Shape_Coding",
            cases: [
              .init("none"), .init("circle", fields: ["radius"]),
              .init("rectangle", fields: ["width", "height"]), .init("default", fields: ["_0", "_1", "in"]),
              .init("native", fields: ["_0"]), .init("other")
            ])

          func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            switch self {
            case .none:
              try encoder.encodeCase(0)
            case .circle(let _0):
              try encoder.encodeCase(1)
              try encoder.encode(_0, at: 0)
            case .rectangle(let _0, let _1):
              try encoder.encodeCase(2)
              try encoder.encode(_0, at: 0)
              try encoder.encode(_1, at: 1)
            case .`default`(let _0, let _1, let _2):
              try encoder.encodeCase(3)
              try encoder.encode(_0, at: 0)
              try encoder.encode(_1, at: 1)
              try encoder.encode(_2, at: 2)
            case .native(let _0):
              try encoder.encodeCase(4)
              try encoder.encode(_0, at: 0)
            case .other:
              try encoder.encodeCase(5)
            }
          }

          init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            switch try decoder.decodeCase() {
            case 0:
              self = .none
            case 1:
              self = try .circle(radius: decoder.decode(at: 0))
            case 2:
              if decoder.hasField(at: 1) {
                self = try .rectangle(width: decoder.decode(at: 0), height: decoder.decode(at: 1))
              } else {
                self = try .rectangle(width: decoder.decode(at: 0))
              }
            case 3:
              self = try .`default`(decoder.decode(at: 0), decoder.decode(at: 1), in: decoder.decode(at: 2))
            case 4:
              self = try .native(decoder.decode(at: 0))
            case 5:
              self = .other
            default:
              throw decoder.unknownCase()
            }
          }

          static func _describeCases(_ cases: inout StructCoding._CaseDescription<Self>) {
            cases.case(.none, at: 0)
            cases.case(Self.circle, at: 1)
            cases.case(Self.rectangle, at: 2)
            cases.case(Self.`default`, at: 3)
            cases.case(Self.native, at: 4)
            cases.case(.other, at: 5)
          }

        \(coding(objectiveC: "Models_Shape_Coding"))
        }
        """)
    }

    /// The library stores the raw value.
    func testARawValuedEnum() {
      assertExpansion(
        """
        @Archivable
        enum Suit: String {
          case spades, hearts
        }
        """,
        """
        nonisolated extension Suit: StructCoding.Archivable {
          static let archiveSchema = StructCoding.ArchiveSchema(
            className: "Models_Suit_Coding", fields: ["rawValue"])

        \(coding(objectiveC: "Models_Suit_Coding"))
        }
        """)
    }

    /// There are no values of a case that is unavailable everywhere.
    func testUnavailableCases() {
      let (text, problems) = expansion(
        of: """
          @Archivable
          enum Shape {
            @available(*, unavailable) case old(Int)
            case new
          }
          """)
      XCTAssertEqual(problems, [])
      XCTAssert(text.contains(#"cases: [.init("new")])"#), text)
      XCTAssertFalse(text.contains("old("), text)
    }
  }
#endif
