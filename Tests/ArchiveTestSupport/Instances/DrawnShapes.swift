import Foundation
import StructCoding

/// A hierarchy of three levels, with structs among its fields that refer back to instances.
@ArchivableObject
open class DrawnShape {
  public var label: String
  public weak var group: DrawnGroup?

  open class var archiveSubclasses: [any ArchivableObject.Type] { [DrawnCircle.self, DrawnPolygon.self] }

  public init(label: String) { self.label = label }
}

@ArchivableObject
public final class DrawnCircle: DrawnShape {
  public var radius: Double

  public init(label: String, radius: Double) {
    self.radius = radius
    super.init(label: label)
  }
}

@ArchivableObject
open class DrawnPolygon: DrawnShape {
  public var corners: [DrawnCorner] = []

  open override class var archiveSubclasses: [any ArchivableObject.Type] { [DrawnTriangle.self] }

  public override init(label: String) { super.init(label: label) }
}

@ArchivableObject
public final class DrawnTriangle: DrawnPolygon {
  public var isRight = false

  public override init(label: String) { super.init(label: label) }
}

/// Below a class that does not list it.
public final class DrawnBlob: DrawnShape {}

@Archivable
public struct DrawnCorner {
  public var x: Double
  public var owner: DrawnShape?

  public init(x: Double, owner: DrawnShape? = nil) {
    self.x = x
    self.owner = owner
  }
}

@ArchivableObject
public final class DrawnGroup {
  public var shapes: [DrawnShape] = []
  public var selected: DrawnShape?
  public unowned var first: DrawnShape
  public var named: [String: DrawnShape] = [:]

  public init(first: DrawnShape) { self.first = first }
}
