// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import XCTest

  @testable import StructCodingMacros

  /// `@Archivable(names:)`: names in archives by a rule.
  final class NamingRuleTests: XCTestCase {
    func testRules() {
      let names = [
        "name", "firstName", "avatarURL", "HTTPStatus", "userIDNumber", "twoWords", "point3D", "a", "_id",
        "already_snake", "x1", "Ärger",
      ]
      func expect(_ rule: StoredNaming, _ expected: [String], line: UInt = #line) {
        XCTAssertEqual(names.map(rule.name), expected, line: line)
      }
      expect(.asDeclared, names)
      expect(
        .snakeCase,
        [
          "name", "first_name", "avatar_url", "http_status", "user_id_number", "two_words", "point3_d", "a",
          "_id", "already_snake", "x1", "ärger",
        ])
      expect(
        .screamingSnakeCase,
        [
          "NAME", "FIRST_NAME", "AVATAR_URL", "HTTP_STATUS", "USER_ID_NUMBER", "TWO_WORDS", "POINT3_D", "A",
          "_ID", "ALREADY_SNAKE", "X1", "ÄRGER",
        ])
      expect(
        .kebabCase,
        [
          "name", "first-name", "avatar-url", "http-status", "user-id-number", "two-words", "point3-d", "a",
          "_id", "already-snake", "x1", "ärger",
        ])
      expect(
        .pascalCase,
        [
          "Name", "FirstName", "AvatarURL", "HTTPStatus", "UserIDNumber", "TwoWords", "Point3D", "A", "_Id",
          "Alreadysnake", "X1", "Ärger",
        ])
      XCTAssertEqual(StoredNaming.snakeCase.name(of: "__"), "__")
    }

    /// As Foundation finds words, in names that begin with a small letter and have no underscores inside.
    func testWordsAreThoseOfFoundation() throws {
      struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
      }
      struct Named: Encodable {
        let name: String
        func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: Key.self)
          try container.encode(1, forKey: Key(name))
        }
      }
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      for name in [
        "a", "aB", "aBC", "aBCd", "name", "firstName", "avatarURL", "myURLs", "myURLProperty",
        "userIDNumber", "point3D", "x1", "x1Y2", "isOK", "_id", "_userID", "id_",
        "éclairÉclat",
      ] {
        let json = String(decoding: try encoder.encode(Named(name: name)), as: UTF8.self)
        XCTAssertEqual("{\"\(StoredNaming.snakeCase.name(of: name))\":1}", json)
      }
    }

    /// A name that is written stays as it is; labels follow the rule, positions do not.
    func testExpansions() {
      let (text, problems) = expansion(
        of: """
          @Archivable(names: .snakeCase)
          struct Person {
            var firstName: String
            @Stored("avatarURL") var avatarURL: URL
            @Stored(formerly: "lastName") var lastName: String
            @Stored(.composition) var homeAddress: Address
            var debugInfo = 1
          }
          """)
      XCTAssertEqual(problems, [])
      for part in [
        "fields.field(\"first_name\", \\.firstName)",
        "fields.field(\"avatarURL\", \\.avatarURL)",
        "fields.field(\"last_name\", formerly: [\"lastName\"], \\.lastName)",
        "fields.field(\"debug_info\", \\.debugInfo)",
        "fields.composition(\"home_address\", \\.homeAddress)",
        "self.firstName = try decoder.decode(at: 0)",
      ] {
        XCTAssert(text.contains(part), "no \(part) in \(text)")
      }

      let (cases, caseProblems) = expansion(
        of: """
          @Archivable(names: NamingRule.kebabCase)
          enum Shape {
            case roundCorner(innerRadius: Double, Int)
            @Stored("SQUARE") case square
          }
          """)
      XCTAssertEqual(caseProblems, [])
      XCTAssert(
        cases.contains(
          ".init(\"round-corner\", fields: [\"inner-radius\", \"_1\"]), .init(\"SQUARE\")"), cases)
    }

    func testRefusals() {
      assertRefused(
        "@Archivable(names: •.other)\nstruct S {\n  var a: Int\n}", "argument.names",
        "'names' must be written here, as one of '.asDeclared', '.snakeCase', '.screamingSnakeCase', '.kebabCase', "
          + "'.pascalCase': the macro reads it from the source, before the program runs")
      assertRefused(
        "@Archivable(names: .snakeCase)\nstruct S {\n  var firstName: Int\n  var •first_name: Int\n}",
        "stored.shared",
        "property 'first_name' and property 'firstName' are both stored as 'first_name'; give one of them another name "
          + "with '@Stored(\"…\")'")
    }

  }
#endif
