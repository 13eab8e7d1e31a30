import Foundation

/// Decodes an object with Foundation's unarchiver. For a `Coding`, StructCoding has a method of that name that Swift would
/// choose, which on Linux reads with `KeyedArchive`.
public func decodedByFoundation<Object: NSObject & NSCoding>(_ type: Object.Type, from data: Data) throws
  -> Object?
{
  try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: data)
}
