public import BenchmarkModels

extension Entity: ProtobufConvertible {
  public var message: MinecraftSavedata_Entity {
    var message = MinecraftSavedata_Entity()
    message.id = id
    message.pos = pos.message
    message.motion = motion.message
    message.rotation.x = rotation.x
    message.rotation.y = rotation.y
    message.fallDistance = fallDistance
    message.fire = UInt32(fire)
    message.air = UInt32(air)
    message.onGround = onGround
    message.noGravity = noGravity
    message.invulnerable = invulnerable
    message.portalCooldown = portalCooldown
    message.uuid = uuid.message
    if let customName { message.customName = customName }
    message.customNameVisible = customNameVisible
    message.silent = silent
    message.glowing = glowing
    return message
  }

  public init(_ message: MinecraftSavedata_Entity) {
    self.init(
      id: message.id, pos: Vector3Double(message.pos), motion: Vector3Double(message.motion),
      rotation: Vector2(x: message.rotation.x, y: message.rotation.y), fallDistance: message.fallDistance,
      fire: UInt16(message.fire), air: UInt16(message.air), onGround: message.onGround,
      noGravity: message.noGravity, invulnerable: message.invulnerable,
      portalCooldown: message.portalCooldown, uuid: UUIDWords(message.uuid),
      customName: message.hasCustomName ? message.customName : nil,
      customNameVisible: message.customNameVisible, silent: message.silent, glowing: message.glowing)
  }
}

extension Vehicle: ProtobufConvertible {
  public var message: MinecraftSavedata_Vehicle {
    var message = MinecraftSavedata_Vehicle()
    message.uuid = uuid.message
    message.entity = entity.message
    return message
  }

  public init(_ message: MinecraftSavedata_Vehicle) {
    self.init(uuid: UUIDWords(message.uuid), entity: Entity(message.entity))
  }
}

extension Vector3Double: ProtobufConvertible {
  public var message: MinecraftSavedata_Vector3Double {
    var message = MinecraftSavedata_Vector3Double()
    message.x = x
    message.y = y
    message.z = z
    return message
  }

  public init(_ message: MinecraftSavedata_Vector3Double) {
    self.init(x: message.x, y: message.y, z: message.z)
  }
}

extension UUIDWords: ProtobufConvertible {
  public var message: MinecraftSavedata_UUIDWords {
    var message = MinecraftSavedata_UUIDWords()
    message.x0 = x0
    message.x1 = x1
    message.x2 = x2
    message.x3 = x3
    return message
  }

  public init(_ message: MinecraftSavedata_UUIDWords) {
    self.init(x0: message.x0, x1: message.x1, x2: message.x2, x3: message.x3)
  }
}
