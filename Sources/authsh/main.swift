// The program's story: read the options, make the parts, boot, run, leave.

import Foundation
import LineEditor

holdStandardDescriptors()

let options: Options
do {
  options = try Options.parse(
    Options.arguments(), environment: Options.environment())
} catch {
  Leaving.now(telling: error)
}

if let page = options.page {
  Leaving.now(printing: page.text)
}

hardenProcess()

let program: Program
do {
  program = try Program(options)
} catch {
  Leaving.now(telling: error)
}
let signals = SignalWatch { program.leave(because: $0) }
signals.start(program.endingSignals)
let status = await program.run()
program.leave(with: status)
