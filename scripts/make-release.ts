// Makes keys, root documents and signed releases; `npm run release` prints the commands. docs/releases.md walks through it.
import { parseArgs } from 'node:util'
import { HELP, OPTIONS, runCommand } from './release/commands.ts'

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: OPTIONS })
  console.log(positionals.length === 0 ? HELP : await runCommand(positionals, values))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
