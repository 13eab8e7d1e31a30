import ArchiveDocuments
import Foundation
import StructCoding

/// A file of FastCoder 3.3, or a likeness of one, made here chunk by chunk so that every clone has it.
///
/// Likenesses have the names of the files in `../shared/fastcoding`, whose tests run over them.
public struct FastCoderFile: Sendable {
  public let name: String
  public let data: Data
  /// What the file holds, for the files that FastCoder reads.
  public let content: ArchiveNode?
  /// Whether FastCoder reads the file as a property list.
  public let isPropertyList: Bool
  /// The JSON that FastCoder made the file of.
  public let source: String?

  public init(name: String, data: Data, content: ArchiveNode?, isPropertyList: Bool, source: String? = nil) {
    (self.name, self.data, self.content) = (name, data, content)
    (self.isPropertyList, self.source) = (isPropertyList, source)
  }

  /// All likenesses, in the order of their names.
  public static let likenesses = (numbers + texts + collections + shared + values + objects + coded + refused)
    .sorted { $0.name < $1.name }
}

// How they are made.
extension FastCoderFile {
  /// The counts of the header are those of FastCoder.
  static func file(
    _ name: String, objects: UInt32 = 0, classes: UInt32 = 0, strings: UInt32 = 0,
    isPropertyList: Bool = true,
    source: String? = nil, _ content: ArchiveNode?, _ make: (inout HandMade) -> Void
  ) -> FastCoderFile {
    var file = HandMade(objects: objects, classes: classes, strings: strings)
    make(&file)
    return FastCoderFile(
      name: name, data: file.data, content: content, isPropertyList: isPropertyList && content != nil,
      source: source)
  }

  static func mutable(_ name: String, _ content: ArchiveNode) -> ArchiveNode {
    .instance(ArchiveClass("NSMutable\(name)", superclassNames: ["NS\(name)", "NSObject"]), content)
  }

  static func graph(_ root: ArchiveNode, _ objects: ArchiveNode...) -> ArchiveNode {
    .graph(ArchiveGraph(root: root, objects: objects))
  }

  static func record(_ name: String, _ fields: KeyValuePairs<String, ArchiveNode>) -> ArchiveNode {
    .record(ArchiveNode.Fields(className: name, fields))
  }
}
