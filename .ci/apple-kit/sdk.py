"""Apple's SDK for the compiler on this machine: taken out of a git directory, and its Swift brought up to date.

The SDK is of Swift 5.8. What has no part in Objective-C is replaced by the interfaces of the toolchain's own Swift, which
say for each declaration since which system it is there: `String(validating:as:)` is for iOS 18, here as in Xcode. What
only Apple's Swift has, for Objective-C, is taken over from the SDK's.
"""
import hashlib, json, os, re, shutil, subprocess, sys
from pathlib import Path

NAME = "iPhoneOS16.5.sdk"
# What a platform's SDK of the same year is called, and how its TargetConditionals.h differs. macOS has headers of its own.
PLATFORMS = {
  "ios": ("iphoneos", "16.4", {}),
  "tvos": ("appletvos", "16.4", {"IOS": 0, "TV": 1}),
  "watchos": ("watchos", "9.4", {"IOS": 0, "WATCH": 1}),
}

# Modules of the toolchain that stand in for the SDK's, or that the SDK does not have.
RENEWED = "Swift _Concurrency _StringProcessing Observation RegexBuilder Synchronization Testing"
# Declarations of the module Swift for Objective-C, which the toolchain's interface for Linux has not.
OBJECTIVE_C = """
  AutoreleasingUnsafeMutablePointer _BridgeableMetatype _autorelease _bridgeAnyObjectToAny
  _bridgeNonVerbatimFromObjectiveC _bridgeNonVerbatimFromObjectiveCConditional _conditionallyBridgeFromObjectiveC
  _forceBridgeFromObjectiveC _getBridgedNonVerbatimObjectiveCType _getBridgedObjectiveCType _getErrorEmbeddedNSError
  _getObjCTypeEncoding _isBridgedToObjectiveC _isBridgedVerbatimToObjectiveC
  """.split()
# What the toolchain's interface for Linux on Intel calls, and no header for Apple's systems declares.
ADDED = "".join(
  f'@_silgen_name("{n}") @usableFromInline internal func {n}({p}) -> Swift._Float80\n'
  for n, p in [("_stdlib_remainderl", "_: Swift._Float80, _: Swift._Float80"), ("_stdlib_squareRootl", "_: Swift._Float80")])


class Kit:
  """The flags for a platform, and when the SDK was made."""

  def __init__(self, root, flags, changed):
    self.root, self.flags, self.changed = root, flags, changed


def prepare(repository, work, swift, here, platform):
  """Makes a platform's SDK in the folder `work` unless it is there."""
  resources = swift.parent / "lib" / "swift"
  version = subprocess.run([swift / "swiftc", "--version"], capture_output=True, text=True).stdout
  made_of = Path(__file__).read_text() + version + str(resources)
  stamp, key = work / "sdk" / "made-of", hashlib.sha256(made_of.encode()).hexdigest()
  if not stamp.exists() or stamp.read_text() != key:
    shutil.rmtree(work / "sdk", ignore_errors=True)
    extract(repository, work / "sdk")
    renew(work / "sdk" / NAME, resources)
    stamp.write_text(key)
  root = for_platform(work / "sdk", platform)
  own = work / "resources"
  (own / "apinotes").mkdir(parents=True, exist_ok=True)
  for name in ["FrameworkABIBaseline", "clang", "embedded", "migrator", "shims", "swiftToCxx"]:
    if not (own / name).is_symlink() and (resources / name).exists():
      (own / name).symlink_to(resources / name)
  for notes in [here / "Dispatch.apinotes", resources / "apinotes" / "std.apinotes"]:
    copy = own / "apinotes" / notes.name
    if notes.exists() and (not copy.exists() or copy.read_bytes() != notes.read_bytes()):
      copy.write_bytes(notes.read_bytes())
  flags = ["-sdk", root, "-resource-dir", own]
  for plugin in sorted((resources / "host" / "plugins").rglob("lib*Macros.so")):
    flags += ["-load-plugin-library", plugin]
  return Kit(root, flags, stamp.stat().st_mtime)


def extract(repository, folder):
  """Takes the SDK's headers and interfaces out of the git directory."""
  wanted = [f"{NAME}/{part}" for part in ("SDKSettings", "usr/include/", "usr/lib/swift/", "System/Library/Frameworks/")]
  git = ["git", "-C", str(repository)]
  listing = subprocess.run(git + ["ls-tree", "-r", "HEAD"], capture_output=True, text=True)
  if listing.returncode:
    sys.exit(f"{repository}: {listing.stderr}")
  reader = subprocess.Popen(git + ["cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
  count = 0
  for line in listing.stdout.splitlines():
    meta, path = line.split("\t", 1)
    mode, _, blob = meta.split()
    if not any(path.startswith(prefix) for prefix in wanted) or path.endswith((".tbd", ".a", ".swiftdoc")):
      continue
    reader.stdin.write((blob + "\n").encode())
    reader.stdin.flush()
    header = reader.stdout.readline().decode().split()
    if header[1] == "missing":
      continue
    data = reader.stdout.read(int(header[2]))
    reader.stdout.read(1)
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    if os.path.lexists(target):
      os.remove(target)
    if mode == "120000":
      os.symlink(data.decode(), target)
    else:
      target.write_bytes(data)
    count += 1
  reader.stdin.close()
  if count < 1000:
    sys.exit(f"{repository} has {count} files of {NAME}")


def renew(root, resources):
  """Brings the SDK's Swift up to date, and makes its interfaces known for each platform."""
  swift = root / "usr" / "lib" / "swift"
  for name in RENEWED.split():
    interface = next((resources / "linux" / f"{name}.swiftmodule").glob("*-linux-gnu.swiftinterface"))
    target = swift / f"{name}.swiftmodule" / f"arm64-apple-ios.swiftinterface"
    text = renewed(interface.read_text())
    if name == "Swift":
      text += "".join(objective_c(target.read_text())) + ADDED
    target.parent.mkdir(exist_ok=True)
    target.write_text(text)
  for file in [*swift.rglob("arm64-apple-ios.swiftinterface"), *root.rglob("*.framework/**/arm64-apple-ios.swiftinterface")]:
    text = file.read_text()
    if file.parent.name == "CoreTransferable.swiftmodule":
      # It names nothing of `os`, which does not build.
      text = re.sub(r"^import os(\.log)?\n", "", text, flags=re.M)
      file.write_text(text)
    for platform, (_, version, _) in PLATFORMS.items():
      if platform != "ios":
        flags = f"-target arm64-apple-{platform}{version}"
        if "-disable-availability-checking" not in text:
          flags += " -disable-availability-checking"
        file.with_name(f"arm64-apple-{platform}.swiftinterface").write_text(re.sub(r"-target \S+", flags, text, count=1))


def for_platform(folder, platform):
  """The SDK as one of another platform: the same headers, which say for most declarations on which platforms they are."""
  root = folder / NAME
  name, version, conditionals = PLATFORMS[platform]
  if platform == "ios":
    return root
  own = folder / f"{platform}.sdk"
  if not (own / "SDKSettings.json").exists():
    (own / "usr" / "include").mkdir(parents=True, exist_ok=True)
    links = [root / "System", root / "usr" / "lib", *(root / "usr" / "include").iterdir()]
    for path in links:
      link = own / path.relative_to(root)
      if not link.is_symlink():
        link.symlink_to(path)
    header = own / "usr" / "include" / "TargetConditionals.h"
    before, fixed = header.read_text().split("#if !DYNAMIC_TARGETS_ENABLED", 1)
    for key, value in conditionals.items():
      fixed = re.sub(rf"(define TARGET_OS_{key}\s+)\d", rf"\g<1>{value}", fixed)
    header.unlink()
    header.write_text(before + "#if !DYNAMIC_TARGETS_ENABLED" + fixed)
    settings = json.loads((root / "SDKSettings.json").read_text())
    settings.update(CanonicalName=name + version, Version=version, MaximumDeploymentTarget="99.0", DisplayName=name)
    (own / "SDKSettings.json").write_text(json.dumps(settings))
  return own


def renewed(text):
  """The toolchain's interface of a module for Linux as one for Apple's systems."""
  text = re.sub(r"-target \S+", f"-target arm64-apple-ios13.0", text, count=1)
  # Their own availability is not checked: it is for the toolchain's system, which has all.
  text = text.replace(" -disable-objc-interop", "").replace(
    "// swift-module-flags: ", "// swift-module-flags: -enable-objc-interop -disable-availability-checking ", 1)
  text = text.replace("import Glibc\n", "import Darwin\n")
  # Bodies that only Apple's interfaces have.
  text = re.sub(r"^ *@backDeployed\(.*\)\n", "", text, flags=re.M)
  # Only Linux locks by the number of a thread.
  text = text.replace("_swift_stdlib_gettid()", "UInt32(0)")
  # There is none on ARM.
  return re.sub(r"\bFloat80\b", "_Float80", text)


def objective_c(text):
  """The declarations for Objective-C of the SDK's module Swift."""
  for declaration in declarations(text):
    head = re.search(r"\b(?:func|struct|extension) (?:Swift\.)?(\w+)(.*)", declaration)
    if head and (head[1] in OBJECTIVE_C or head[1] == "Optional" and "_ObjectiveCBridgeable" in head[2]):
      yield declaration


def declarations(text):
  """The declarations of a file of Swift, each with its attributes."""
  lines = []
  for line in text.splitlines(keepends=True):
    if line.startswith(("//", "#")):
      continue
    lines.append(line)
    attributes_only = re.fullmatch(r"(@\w+(\([^)]*\))? *)+\n", line)
    if not line[0].isspace() and not attributes_only and not line.endswith("{\n"):
      yield "".join(lines)
      lines = []
