public import BenchmarkModels

extension Mesh: ProtobufConvertible {
  public var message: Mesh_Mesh {
    var message = Mesh_Mesh()
    message.triangles = triangles.map(\.message)
    return message
  }

  public init(_ message: Mesh_Mesh) { self.init(triangles: message.triangles.map { Triangle($0) }) }
}

extension Triangle: ProtobufConvertible {
  public var message: Mesh_Triangle {
    var message = Mesh_Triangle()
    message.v0 = v0.message
    message.v1 = v1.message
    message.v2 = v2.message
    message.normal = normal.message
    return message
  }

  public init(_ message: Mesh_Triangle) {
    self.init(
      v0: Vector3(message.v0), v1: Vector3(message.v1), v2: Vector3(message.v2),
      normal: Vector3(message.normal))
  }
}

extension Vector3: ProtobufConvertible {
  public var message: Mesh_Vector3 {
    var message = Mesh_Vector3()
    message.x = x
    message.y = y
    message.z = z
    return message
  }

  public init(_ message: Mesh_Vector3) { self.init(x: message.x, y: message.y, z: message.z) }
}
