import Dispatch

/// Tells when files of a folder change, whoever changes them; a process's own writes count too.
///
/// The folder is watched and not the files, because a file that is replaced whole is another file afterwards.
public final class FileWatch: Sendable {
  // Set once and only ever cancelled, which libdispatch allows from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Starts to watch.
  ///
  /// - Parameters:
  ///   - directory: an existing folder.
  ///   - names: the files that matter; there or not.
  ///   - onChange: called with the name on a private queue, one call at a time. When changes went by uncounted, or
  ///     the folder itself went, it is called for every name.
  /// - Throws: `unreadable` if the folder cannot be watched.
  public init(
    directory: String, names: Set<String>, onChange: @escaping @Sendable (String) -> Void
  ) throws(StorageError) {
    let watch: FileDescriptor
    do throws(SystemFailure) {
      watch = try Platform.watchFolder(directory)
    } catch {
      throw StorageError(reading: directory, error)
    }
    let queue = DispatchQueue(label: "authsh.watch")
    source = DispatchSource.makeReadSource(fileDescriptor: watch.number, queue: queue)
    source.setEventHandler {
      for name in Self.changed(names, by: (try? Platform.events(from: watch)) ?? [.anything]) { onChange(name) }
    }
    source.activate()
  }

  deinit { cancel() }

  /// Ends the watch; again has no effect. A call that has begun is not taken back.
  public func cancel() { source.cancel() }

  private static func changed(_ names: Set<String>, by events: [Platform.FolderEvent]) -> [String] {
    var changed: Set<String> = []
    for event in events {
      switch event {
      case .changed(let name): changed.insert(name)
      case .anything: changed = names
      }
    }
    return changed.intersection(names).sorted()
  }
}
