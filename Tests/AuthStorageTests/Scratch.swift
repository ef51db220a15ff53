import AuthStorage
import Foundation

/// A folder for one test, removed with the last reference.
final class Scratch: Sendable {
  let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("storage-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The path of `name` in the folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file as another program would.
  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url(name)) }

  func url(_ name: String) -> URL { URL(fileURLWithPath: path(name)) }

  func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(name))) }

  /// All names in the folder, hidden ones too.
  var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder)) }
  }

  func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }
}

/// Collects values from any thread.
final class Collector<Value: Sendable>: @unchecked Sendable {
  // `stored` is only touched while `lock` is held.
  private let lock = NSLock()
  private var stored: [Value] = []

  var values: [Value] { lock.withLock { stored } }
  func add(_ value: Value) { lock.withLock { stored.append(value) } }
}

extension Defaults.Condition {
  var error: StorageError? {
    guard case .unreadable(let error) = self else { return nil }
    return error
  }
}
