import Accounts
import Testing

@Test func `a secret shows nothing of itself`() {
  let secret = Secret("hunter2!")
  var dumped = ""
  dump(["password": secret], to: &dumped)
  for text in ["\(secret)", String(reflecting: secret), "\([secret])", dumped] {
    #expect(!text.contains("hunter2"))
  }
  #expect(secret.reveal() == "hunter2!")
}
