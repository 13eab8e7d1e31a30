import ArchiveDocuments
import Foundation
import StructCoding

// The code block of the page on adding a storage method that is no quotation.

// At the top level, since generated code names the transformer from an extension of `Product`.

// METHOD transformer
struct TextTransformer<Value: LosslessStringConvertible>: ArchiveTransformer {
  struct NoText: Error, CustomStringConvertible {
    let description: String
  }

  func encode(_ value: Value) throws -> String { value.description }

  func decode(_ stored: String) throws -> Value {
    guard let value = Value(stored) else { throw NoText(description: "no \(Value.self): \(stored)") }
    return value
  }
}

struct Release: LosslessStringConvertible, Equatable {
  var major: Int
  var minor: Int

  var description: String { "\(major).\(minor)" }

  init?(_ description: String) {
    let parts = description.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    (major, minor) = (parts[0], parts[1])
  }
}

@Archivable(className: "Product")
struct Product: Equatable {
  var name: String
  @Stored(.transformed(TextTransformer<Release>.self)) var release: Release?
}
// END

enum AddingMethods {
  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // METHOD transformer
    let product = Product(name: "kettle", release: Release("2.1"))
    print(try ArchiveNode(encoding: product))
    print(try ColumnArchive.decode(Product.self, from: ColumnArchive.encode(product)) == product)
    // END
    return printed.lines
  }
}
