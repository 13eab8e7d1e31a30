public import ArchiveValues
internal import Foundation

/// Checks that every archive ever written of a type can still be read.
///
/// ```swift
/// assertStaysReadable(Session.self, samples: [.empty, .full])
/// ```
///
/// Golden archives of the samples are kept beside the test file, in both formats. Commit them:
///
/// ```
/// Tests/ModelTests/__Archives__/SessionTests/Session/1.keyed
///                                                    1.columns
///                                                    1.schema
/// ```
///
/// - The first run records generation 1, and fails once, so that a missing archive is never overlooked.
/// - While the type's schema stays the same, its archives must decode to the samples.
/// - If the schema changes (`1.schema` lists the stored names, class names and kinds), the archives of all generations
///   must still decode. Then the next generation is recorded, and that run's failure shows the change as a diff.
///   Otherwise nothing is recorded, and the failure names the broken archive, the path, and the declaration to add:
///   `formerly:`, a default, or a version.
///
/// A generation is never overwritten, with one exception: after you change the samples, `STRUCTCODING_RECORD=anew`
/// records the last generation again. If the variable `CI` is set, or `STRUCTCODING_RECORD=never`, nothing is recorded.
///
/// Test targets of SwiftPM exclude the folder: `exclude: ["__Archives__"]`.
///
/// - Parameters:
///   - type: The type.
///   - samples: Values that use every field and case. They must be the same in each run.
///   - name: The name of the folder, if the test file has several assertions on types with the same name.
public func assertStaysReadable<Value: ArchiveValue>(
  _ type: Value.Type, samples: [Value], name: String? = nil,
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let place = TestPlace(fileID, file, line, column)
  let folder = GoldenFolder(name: name ?? "\(type)", at: place)
  assertStaysReadable(type, samples: samples, in: folder, .fromEnvironment, at: place)
}

package func assertStaysReadable<Value: ArchiveValue>(
  _ type: Value.Type, samples: [Value], in folder: GoldenFolder, _ recording: GoldenRecording,
  at place: TestPlace
) {
  do {
    let archives = GoldenArchives(folder: folder, samples: samples, recording: recording)
    if let problem = try archives.problem() { TestReport.fail(problem, at: place) }
  } catch {
    TestReport.fail("The archives of \(type) in \(folder.url.path): \(error)", at: place)
  }
}
