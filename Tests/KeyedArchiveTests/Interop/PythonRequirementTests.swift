import ArchiveTestSupport
import XCTest

/// What a script in Python needs is read from its imports.
final class PythonRequirementTests: XCTestCase {
  func testEveryImportAtTheMarginCounts() {
    let script = """
      from datetime import datetime, timezone
      import json, struct as s,zlib
      import pyarrow.dataset as ds  # import nothing
      import polars; import sys
      from pyspark.sql import SparkSession
      # import commented
      text = "import quoted"
      importance = 1
      def later():
          import duckdb
      import json
      """
    XCTAssertEqual(
      Python.imports(of: script),
      ["datetime", "json", "struct", "zlib", "pyarrow", "polars", "sys", "pyspark"])
    XCTAssertEqual(Python.imports(of: ""), [])
    XCTAssertEqual(
      Python.imports(of: "import plistlib, sys; print(plistlib.load(open(sys.argv[1], 'rb'))[2:5])"),
      ["plistlib", "sys"])
  }

  /// The engine of a page was skipped by the module of the line before it, which comes with Python.
  func testTheSecondImportOfAPageCounts() {
    XCTAssertEqual(
      Python.imports(of: "from datetime import datetime, timezone\n\nimport polars\n"),
      ["datetime", "polars"])
  }

  func testWhatIsMissingIsNamed() throws {
    try Python.require(["json"])
    let reason = try Python.missing(["json", "structcoding_nowhere"])
    XCTAssertEqual(reason?.hasSuffix("has no module structcoding_nowhere"), true, reason ?? "nothing")
    XCTAssertThrowsError(try Python.run("import structcoding_nowhere")) { XCTAssert($0 is XCTSkip) }
  }
}
