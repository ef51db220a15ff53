import Accounts
import LocalAccounts
import Testing

@Test(arguments: [StoreProfile.throwaway, .durable])
func `the embedded service is a repository like any other`(_ profile: StoreProfile) async throws {
  let accounts = try TestStore().open(profile)
  _ = try await accounts.createUser(email: ada, password: password)
  try await checkConformance(
    of: accounts, credential: .password(email: ada, password), wrong: .password(email: ada, Secret("wrong one")))
  #expect(accounts.name == "local")
}
