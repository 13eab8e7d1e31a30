internal import Foundation

/// The name of a generic argument in the class name of a generic type. Generated code calls it.
public func _archiveName<Value: ArchiveValue>(of type: Value.Type) -> String { Value.archiveName }

/// The name of a generic argument that may not be archivable itself: a storage method stores its values, or it only
/// contains the stored type. The name includes the module and the enclosing types, since no macro made it unique:
/// `Shop_Box_Swift_Int_`.
public func _archiveName<Argument>(of type: Argument.Type) -> String {
  if let type = type as? any ArchiveValue.Type { return type.archiveName }
  var name = String(reflecting: type)
  // The names of private and local types include an address, which differs from run to run.
  while let start = name.range(of: "(unknown context at "),
    let end = name.range(of: ").", range: start.upperBound..<name.endIndex)
  {
    name.removeSubrange(start.lowerBound..<end.upperBound)
  }
  return String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
}
