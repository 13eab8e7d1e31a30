import StructCoding

/// All devices, and the one in use: the same instance as one in the list.
@Archivable(className: "Inventory")
public struct Inventory {
  public var devices: [Device] = []
  public var current: Device?

  public init(devices: [Device] = [], current: Device? = nil) {
    self.devices = devices
    self.current = current
  }
}
