import Foundation

/// What figures were measured on.
struct Machine: Codable, Equatable {
  let processor: String
  let cores: Int
  let system: String
  let swift: String

  var description: String {
    "\(processor), \(cores) cores, \(system), Swift \(swift)"
  }

  /// This machine, as far as it says what it is.
  static func current() -> Machine {
    Machine(
      processor: processor, cores: ProcessInfo.processInfo.activeProcessorCount, system: system,
      swift: swiftVersion)
  }

  private static var processor: String {
    #if os(Linux)
      let name = value(of: "model name", in: "/proc/cpuinfo", separator: ":")
    #else
      let name = output(of: ["sysctl", "-n", "machdep.cpu.brand_string"])
    #endif
    return name ?? "unknown processor"
  }

  private static var system: String {
    #if os(Linux)
      let name = value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=") ?? "Linux"
    #else
      let name = "macOS \(ProcessInfo.processInfo.operatingSystemVersionString)"
    #endif
    #if arch(x86_64)
      return "\(name) x86-64"
    #elseif arch(arm64)
      return "\(name) arm64"
    #else
      return name
    #endif
  }

  /// That of the toolchain which is found now, and which `swift run` has just used.
  private static var swiftVersion: String {
    let words = output(of: ["swift", "--version"])?.split(whereSeparator: \.isWhitespace) ?? []
    guard let position = words.firstIndex(of: "version"), position + 1 < words.count else { return "unknown" }
    return String(words[position + 1])
  }

  /// What a line of a file says of a key.
  private static func value(of key: String, in path: String, separator: Character) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) }),
      let start = line.firstIndex(of: separator)
    else { return nil }
    return line[line.index(after: start)...].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
  }

  private static func output(of command: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text.trimmingCharacters(in: .whitespacesAndNewlines) : nil
  }
}
