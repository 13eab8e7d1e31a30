import Foundation
import StructCoding

/// A stop of a long line, which knows the next one.
@Archivable
public final class Station {
  public var number: Int
  public var name: String
  public var next: Station?

  public init(number: Int, name: String) {
    self.number = number
    self.name = name
  }
}

/// The same without references: a struct that holds those after it in a tree.
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
