import AuthBus
import AuthStorage

extension Journal {
  /// Notes a use of the settings or the vault.
  func record(_ access: StoreAccess, by store: String) {
    switch access.operation {
    case .read: record(.read, access.key.isEmpty ? "session" : access.key, by: store, detail: access.value)
    case .write: record(.write, access.key.isEmpty ? "session" : access.key, by: store, detail: access.value)
    case .remove: record(.write, access.key.isEmpty ? "session" : access.key, by: store, detail: "removed")
    case .flush: record(.write, access.key, by: store, detail: "on disk")
    }
  }
}
