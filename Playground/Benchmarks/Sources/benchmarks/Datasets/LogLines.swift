import BenchmarkModels

extension Dataset where Value == Logs {
  static func log(lines: Int) -> Dataset {
    var random = PublicRandom()
    return Dataset(name: "log", value: Logs(logs: random.array(lines..<lines + 1) { Log.any(&$0) }))
  }
}

extension Log {
  private static let users = ["-", "alice", "bob", "carmen", "david", "eric", "frank", "george", "harry"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let methods = ["GET", "POST", "PUT", "UPDATE", "DELETE"]
  private static let routes = [
    "/favicon.ico", "/css/index.css", "/css/font-awsome.min.css", "/img/logo-full.svg", "/img/splash.jpg",
    "/api/login", "/api/logout",
  ]
  private static let protocols = ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"]
  /// The 63 registered HTTP status codes.
  private static let codes: [UInt16] =
    Array(100...103) + Array(200...208) + [226] + Array(300...308) + Array(400...418) + Array(421...426)
    + [428, 429, 431, 451] + Array(500...508) + [510, 511]

  fileprivate static func any(_ random: inout PublicRandom) -> Log {
    let date = date(&random)
    let request = request(&random)
    return Log(
      address: Address(x0: random.any(), x1: random.any(), x2: random.any(), x3: random.any()),
      identity: "-", userid: random.element(users), date: date, request: request,
      code: random.element(codes), size: random.number(0..<100_000_000))
  }

  /// Returns a date such as `7/Mar/1994:3:0:59 +0200`.
  private static func date(_ random: inout PublicRandom) -> String {
    let day = "\(number(&random, 1..<29))/\(random.element(months))/\(number(&random, 1970..<2022))"
    let time = "\(number(&random, 0..<24)):\(number(&random, 0..<60)):\(number(&random, 0..<60))"
    let hours = random.number(0..<25) - 12
    let zone = "\(hours < 0 ? "-" : "+")\(abs(hours) < 10 ? "0" : "")\(abs(hours))00"
    return "\(day):\(time) \(zone)"
  }

  private static func number(_ random: inout PublicRandom, _ range: Range<Int32>) -> Int32 {
    random.number(range)
  }

  private static func request(_ random: inout PublicRandom) -> String {
    "\(random.element(methods)) \(random.element(routes)) \(random.element(protocols))"
  }
}
