@testable import AuthStorage
import Glibc
import Testing

@Suite struct StorageErrorTests {
  @Test(
    arguments: [
      (EROFS, .readOnly(path: "/f")), (ENOSPC, .noSpace(path: "/f")), (EDQUOT, .noSpace(path: "/f")),
      (EACCES, .notPermitted(path: "/f")), (EPERM, .notPermitted(path: "/f")),
      (EIO, .failed(path: "/f", operation: "write", reason: "input/output error")),
    ] as [(Int32, StorageError)])
  func `a failed write says what kept it`(code: Int32, error: StorageError) {
    #expect(StorageError(writing: "/f", SystemFailure(operation: "write", code: code)) == error)
  }

  @Test func `every error names its path and states a fact in lower case without a stop`() {
    let errors: [StorageError] = [
      .unreadable(path: "/f", reason: "permission denied"), .corrupt(path: "/f", detail: "x"), .tooLarge(path: "/f"),
      .notAFile(path: "/f"), .danglingLink(path: "/f"), .foreignOwner(path: "/f", owner: 1, me: 2), .noHome,
      .readOnly(path: "/f"), .noSpace(path: "/f"), .notPermitted(path: "/f"), .lockTimeout(path: "/f"),
      .unwritable(path: "/f", detail: "x"), .failed(path: "/f", operation: "open", reason: "x"),
    ]
    for error in errors {
      #expect(error.path == (error == .noHome ? nil : "/f"))
      #expect(error.fact.first?.isLowercase == true)
      #expect(error.fact.last != ".")
    }
  }
}
