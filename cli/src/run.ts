import { CommanderError } from 'commander'
import { CommandError, EXIT } from './exit-codes.ts'
import { RefusedError } from './http.ts'
import { wantsJson } from './output/format.ts'
import { withHarmlessOutput } from './output/harmless.ts'
import { asJson } from './output/json.ts'
import { createProgram } from './program.ts'
import type { World } from './target.ts'

/** Runs one command line. @param args without the program's own name. @returns the exit code. */
export async function run(args: readonly string[], given: World): Promise<number> {
  const world = withHarmlessOutput(given)
  let exitCode: number = EXIT.ok
  const program = createProgram(world, args, (code) => (exitCode = code))
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    // Commander has printed the help or the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    if (!(error instanceof CommandError)) throw error
    const asksForJson = error instanceof RefusedError && wantsJson(args)
    world.err.write(asksForJson ? asJson(error.body) : `granary: ${error.message}\n`)
    return error.exitCode
  }
}
