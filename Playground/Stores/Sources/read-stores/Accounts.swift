import Foundation
import StructCoding

/// A property of an account, in a transformable attribute that holds a string, a number, a date or a collection.
struct AccountProperty {
  let owner: Int
  let key: String
  let value: ArchiveNode

  init(_ row: Store.Row) throws {
    owner = row.integer(0)
    key = row.text(1) ?? ""
    value = try row.data(2).map { try KeyedArchive.decode(ArchiveNode.self, from: $0) } ?? .null
  }

  static func all(in store: Store) throws -> [AccountProperty] {
    try store.rows(of: "SELECT ZOWNER, ZKEY, ZVALUE FROM ZACCOUNTPROPERTY", AccountProperty.init)
  }
}

/// What the properties of one account say, with types.
struct Account {
  var firstName: String?
  var lastName: String?
  var storefront: String?
  /// What has no property of its own here.
  var others: [String: ArchiveNode] = [:]

  init(_ properties: [AccountProperty]) throws {
    for property in properties {
      switch property.key {
      case "firstName": firstName = try property.value.decode(String.self)
      case "lastName": lastName = try property.value.decode(String.self)
      case "storefrontID": storefront = try property.value.decode(String.self)
      case let key: others[key] = property.value
      }
    }
  }
}
