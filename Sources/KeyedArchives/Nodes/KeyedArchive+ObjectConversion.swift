package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
package import Foundation
internal import NodeCoding

extension KeyedArchive: ObjectConversion {
  package static func className(of type: AnyClass) throws -> String { try ArchiveClassNames.name(of: type) }

  package static func node(of object: NSObject, limits: ArchiveLimits) throws -> ArchiveNode {
    var budget = Int.max
    return try tree(in: encode(object: object, options: .init(limits: limits)), limits, budget: &budget)
  }

  package static func archive(of node: ArchiveNode, limits: ArchiveLimits) throws -> Data {
    // Writes only what the object refers to.
    try data(of: node, options: .init(limits: limits))
  }

  package static func object<Object: NSObject & ArchiveValue>(
    of type: Object.Type, in archive: Data, limits: ArchiveLimits, budget: inout Int
  ) throws -> Object {
    try decode(type, from: archive, limits, budget: &budget)
  }
}
