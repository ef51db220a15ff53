import Accounts
import LocalAccounts
import Testing

/// Every operation once, so that each statement has been run.
private func doEverything(_ accounts: LocalAccounts) async throws {
  var wanted = NewAccount(email: "b@x", password: password)
  wanted.displayName = "B"
  _ = try await accounts.create(wanted)
  var session = try await accounts.signUpAda()
  _ = await refusal { try await accounts.login(.password(email: ada, Secret("wrong one"))) }
  _ = try await accounts.login(.password(email: ada, password))
  session = try await accounts.refresh(session.refreshToken)
  session = try await accounts.autoLogin(session.refreshToken)
  session = try await accounts.reauthenticate(session.proof, password: password)
  session = try await accounts.changePassword(session.proof, to: password)
  let profile = Profile(id: "", email: "", username: "ada", name: "Ada")
  _ = try await accounts.save(profile, session.proof)
  _ = try await accounts.profile(session.proof)
  _ = try await accounts.sessions(session.proof)
  try await accounts.sendEmailVerification(session.proof)
  _ = try await accounts.check(code: accounts.newestCode(to: ada))
  _ = try await accounts.apply(code: accounts.newestCode())
  try await accounts.sendEmailChange(session.proof, to: "c@x")
  _ = try await accounts.apply(code: accounts.newestCode())
  try await accounts.sendPasswordReset(email: "c@x")
  _ = try await accounts.resetPassword(code: accounts.newestCode(), to: password)
  let guest = try await accounts.login(.anonymous)
  let linked = try await accounts.link(guest.proof, email: "d@x", password: password)
  try await accounts.logout(linked.refreshToken)
  try await accounts.logout(linked.refreshToken)
  let again = try await accounts.login(.password(email: "d@x", password))
  try await accounts.revokeSessions(again.proof)
  try await accounts.deleteAccount(accounts.login(.anonymous).proof)
  _ = try await accounts.accounts(limit: 9)
  _ = try await accounts.account("d@x")
  _ = try await accounts.account(again.account.uid)
  _ = try await accounts.setDisabled("d@x", true)
  _ = try await accounts.revoke("d@x")
  _ = try await accounts.delete("d@x")
  try await accounts.setClockOffset(.seconds(1))
}

@Test func `no statement reads a whole table, save the two lists`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  try await doEverything(accounts)
  let database = try store.connection()
  var scans: Set<String> = []
  let statements = accounts.statements.filter { !$0.hasPrefix("BEGIN") && $0 != "COMMIT" && $0 != "ROLLBACK" }
  #expect(statements.count > 40)
  for statement in statements where !statement.hasPrefix("PRAGMA") {
    let plan = try database.all("EXPLAIN QUERY PLAN \(statement)") { $0.text(3) ?? "" }
    if plan.contains(where: { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") || $0.contains("AUTOMATIC") }) {
      scans.insert("\(statement): \(plan)")
    }
  }
  // The key and the schema are read once, when the file is opened, and are of one row and of few.
  let expected = [
    "FROM accounts ORDER BY id LIMIT", "FROM codes WHERE account IS NOT NULL ORDER BY id DESC LIMIT", "FROM keys",
    "FROM sqlite_schema",
  ]
  #expect(scans.filter { scan in !expected.contains { scan.contains($0) } }.isEmpty)
}
