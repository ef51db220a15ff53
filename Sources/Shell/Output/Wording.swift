package import Accounts
package import AuthApp
package import AuthStorage
import ShellLanguage

extension CommandError {
  /// Words for a use case's failure. `email` is what was typed.
  package init(_ error: AppError, email: String? = nil) {
    switch error {
    case .auth(let error): self.init(error, key: email)
    case .storage(let error): self.init(error)
    case .accountMadeButNotKept(let email, let error):
      self.init(error)
      message = "the account \(email) was made, but its session could not be kept: \(error.sentence)"
      hint = "mend that, then: signin \(email)"
    case .restoreTimeout(let limit):
      self.init(
        "restore-timeout", "the account service gave no verdict within \(formatDuration(limit))", hint: "try: restart",
        exit: .storeUnusable)
    }
  }

  /// Words for the account service's answer. `key` is the address or uid that was typed.
  package init(_ error: AuthError, key: String? = nil) {
    let shown = key ?? "you@example.com"
    switch error {
    case .invalidEmail:
      self.init(error.code, "'\(shown)' is not an e-mail address", hint: "write it as name@example.com")
    case .weakPassword(let minimum):
      self.init(error.code, "the password is too short", hint: "use \(minimum) characters or more")
    case .emailAlreadyInUse:
      self.init(error.code, "'\(shown)' has an account already", hint: "try: signin \(shown)")
    case .invalidCredential:
      self.init(error.code, "wrong e-mail or password", hint: "'signup \(shown)' makes an account")
    case .userDisabled:
      self.init(
        error.code, "the account has been disabled", hint: "as the operator: server enable \(key ?? "EMAIL")")
    case .userNotFound:
      self.init(error.code, "no account '\(shown)'", hint: "'server accounts' lists them")
    case .tooManyRequests(let wait):
      self.init(
        error.code, "too many failed tries",
        hint: "wait \(formatDuration(wait)), or: clock advance \(formatDuration(wait))",
        retryAfter: wait)
    case .userTokenExpired:
      self.init(error.code, "the session has ended", hint: "sign in again: signin EMAIL")
    case .idTokenExpired:
      self.init(error.code, "the ID token has expired", hint: "try: token refresh")
    case .requiresRecentLogin:
      self.init(error.code, "the last sign-in is too long ago for that", hint: "try: reauth, then again")
    case .invalidActionCode:
      self.init(error.code, "that code is not, or no longer, good", hint: "'server outbox' shows the mails")
    case .expiredActionCode:
      self.init(error.code, "that code has expired", hint: "ask for another one")
    case .providerAlreadyLinked:
      self.init(error.code, "the account has a password already", hint: "'password change' changes it")
    case .noSuchProvider:
      self.init(error.code, "the account has no password", hint: "'account link EMAIL' gives it one")
    case .documentTooLarge(let limit):
      self.init(error.code, "the profile is too large", hint: "keep it under \(limit / 1_024) KiB")
    case .networkRequestFailed:
      self.init(error.code, "the account service cannot be reached", hint: "try again")
    case .operationNotAllowed:
      self.init(error.code, "this repository does not offer that", hint: "try: signin EMAIL")
    case .noCurrentUser:
      self.init(error.code, "nobody is signed in", hint: "try: signin EMAIL")
    case .store(let fault): self.init(fault)
    }
  }

  /// Words for what is wrong with the service's store.
  package init(_ fault: StoreFault) {
    let (message, hint) =
      switch fault {
      case .locked: ("another program holds the account store", "end it, or try again")
      case .corrupt:
        ("the account store is damaged", "'authsh --paths' says where it is; restore it from a copy or move it away")
      case .newer(let version):
        ("the account store was written by a later authsh (version \(version))", "use that authsh")
      case .readOnly:
        ("the account store cannot be written: read-only", "make it writable; 'authsh --paths' says where it is")
      case .full: ("the account store cannot be written: no space left on the disk", "free some space and try again")
      case .unusable(let words): ("the account store cannot be used: \(words)", "'authsh --paths' says where it is")
      }
    self.init("store-unreadable", message, hint: hint, exit: .storeUnusable)
  }

  /// Words for what is wrong with a file of the home.
  package init(_ error: StorageError) {
    let hint =
      switch error {
      case .unreadable:
        "'defaults repair' keeps the old file beside and starts afresh; else make it readable, or use --home DIR"
      case .corrupt, .tooLarge, .notAFile: "'defaults repair' keeps the old file beside and starts afresh"
      case .danglingLink: "remove the link, or make what it points to"
      case .foreignOwner: "use --home DIR, or give the file back to its user"
      case .noSpace: "free some space and try again"
      case .readOnly, .notPermitted: "make it writable, or use --home DIR"
      case .lockTimeout: "another authsh is busy with it; try again"
      case .noHome: "set HOME, or use --home DIR or --ephemeral"
      default: "'authsh --paths' lists the files"
      }
    self.init("store-unreadable", error.sentence, hint: hint, exit: .storeUnusable)
  }

  /// Words for why the state is what it is.
  package init(_ reason: StateReason) {
    switch reason {
    case .refused(let error): self.init(error)
    case .sessionMissing:
      self.init("user-token-expired", "isSignIn was true, but no session was kept", hint: "sign in again: signin EMAIL")
    case .installMismatch:
      self.init(
        "user-token-expired", "the kept session belonged to other settings and was removed",
        hint: "sign in again: signin EMAIL")
    case .unknownRepository(let name):
      self.init("operation-not-allowed", "this authsh has no repository '\(name)'", hint: "sign in again: signin EMAIL")
    case .claimWithdrawn:
      self.init("no-current-user", "signed out: isSignIn was set to false", hint: "sign in again: signin EMAIL")
    case .signedOutElsewhere:
      self.init("no-current-user", "signed out in another terminal", hint: "sign in again: signin EMAIL")
    case .storeUnreadable(let error): self.init(error)
    case .serviceUnusable(let error): self.init(error)
    case .restoreTimeout(let limit): self.init(AppError.restoreTimeout(limit: limit))
    }
  }
}

extension StorageError {
  /// The fact with the file that it is about.
  package var sentence: String { path.map { "\($0) \(fact)" } ?? fact }
}
