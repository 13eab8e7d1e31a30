import Foundation
import StructCoding

/// A station of a long line, with a reference to the next one.
@ArchivableObject
public final class Station {
  public var number: Int
  public var name: String
  public var next: Station?

  public init(number: Int, name: String) {
    self.number = number
    self.name = name
  }
}

/// The same without references: a struct that contains the following stations as a tree.
public struct StationTree: Codable, Equatable, Sendable {
  public var number: Int
  public var name: String
  public var branches: [StationTree]

  public init(number: Int, name: String, branches: [StationTree]) {
    self.number = number
    self.name = name
    self.branches = branches
  }
}
