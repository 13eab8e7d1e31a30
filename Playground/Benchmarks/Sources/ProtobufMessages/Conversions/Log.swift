public import BenchmarkModels

extension Logs: ProtobufConvertible {
  public var message: Log_Logs {
    var message = Log_Logs()
    message.logs = logs.map(\.message)
    return message
  }

  public init(_ message: Log_Logs) { self.init(logs: message.logs.map { Log($0) }) }
}

extension Log: ProtobufConvertible {
  public var message: Log_Log {
    var message = Log_Log()
    message.address = address.message
    message.identity = identity
    message.userid = userid
    message.date = date
    message.request = request
    message.code = UInt32(code)
    message.size = size
    return message
  }

  public init(_ message: Log_Log) {
    self.init(
      address: Address(message.address), identity: message.identity, userid: message.userid,
      date: message.date, request: message.request, code: UInt16(message.code), size: message.size)
  }
}

extension Address: ProtobufConvertible {
  public var message: Log_Address {
    var message = Log_Address()
    message.x0 = UInt32(x0)
    message.x1 = UInt32(x1)
    message.x2 = UInt32(x2)
    message.x3 = UInt32(x3)
    return message
  }

  public init(_ message: Log_Address) {
    self.init(x0: UInt8(message.x0), x1: UInt8(message.x1), x2: UInt8(message.x2), x3: UInt8(message.x3))
  }
}
