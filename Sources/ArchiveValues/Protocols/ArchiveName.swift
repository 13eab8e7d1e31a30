internal import Foundation

/// The name of a generic argument in the class name of a generic type. Generated code calls it.
public func _archiveName<Value: ArchiveValue>(of type: Value.Type) -> String { Value.archiveName }

/// The name of a generic argument that may not be archived itself: its values are stored by a storage method, or it only
/// has the type that is stored. The name includes the module and the types around it, since no macro made it unique:
/// `Shop_Box_Swift_Int_`.
public func _archiveName<Argument>(of type: Argument.Type) -> String {
  if let type = type as? any ArchiveValue.Type { return type.archiveName }
  var name = String(reflecting: type)
  // An address, which differs from run to run, is a part of the names of private and local types.
  while let start = name.range(of: "(unknown context at "),
    let end = name.range(of: ").", range: start.upperBound..<name.endIndex)
  {
    name.removeSubrange(start.lowerBound..<end.upperBound)
  }
  return String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
}
