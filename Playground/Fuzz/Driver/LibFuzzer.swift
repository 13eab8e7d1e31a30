import Foundation
import FuzzTargets

// What libFuzzer calls. `FUZZ_TARGET` in the environment names the target; with `FUZZ_SEEDS` its seeds, and with
// `FUZZ_DICTIONARY` its dictionary are written, and nothing is run. `main` is libFuzzer's.

nonisolated(unsafe) private var target: FuzzTarget?

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
  let environment = ProcessInfo.processInfo.environment
  if environment["FUZZ_LIST"] != nil {
    for target in FuzzTarget.all { print(target.name) }
    exit(0)
  }
  guard let name = environment["FUZZ_TARGET"], let found = FuzzTarget.named(name) else {
    print("FUZZ_TARGET is not one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
    exit(2)
  }
  target = found
  do {
    if let folder = environment["FUZZ_SEEDS"] {
      for (number, seed) in try found.seeds().enumerated() {
        try seed.write(to: URL(fileURLWithPath: folder).appendingPathComponent("seed-\(number)"))
      }
      if let file = environment["FUZZ_DICTIONARY"] {
        try found.dictionary.write(toFile: file, atomically: true, encoding: .utf8)
      }
      exit(0)
    }
  } catch {
    fatalError("\(error)")
  }
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafeMutableRawPointer, _ count: Int) -> CInt {
  // In place: under the address sanitizer, a byte read behind the end is found.
  let input = unsafe count == 0 ? Data() : Data(bytesNoCopy: bytes, count: count, deallocator: .none)
  do {
    try target?.tryOut(input)
  } catch {
    fatalError("\(target?.name ?? ""): \(error)")
  }
  return 0
}
