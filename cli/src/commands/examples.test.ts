import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { openTerminal } from '../../test/terminal.ts'
import { catalog } from '@granary/contract/commands/catalog.ts'
import { EXIT } from '../exit-codes.ts'
import { createProgram } from '../program.ts'

const NOWHERE = 'http://127.0.0.1:9'

/** Splits a command line as a shell does, with single quotes. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''))

const OPERATIONS = catalog.map(({ family, verb }) => `${family} ${verb}`)
/** Commands that are no operations of the API: they have an example where one helps. */
const OTHERS = commandsOf(createProgram(undefined as never, ['commands'], () => {})).filter(
  (command) => !OPERATIONS.includes(command),
)

/** Returns the commands that do something, with their families. */
function commandsOf(parent: Command, above = ''): string[] {
  return parent.commands.flatMap((command) => {
    const path = `${above}${command.name()}`
    return command.commands.length > 0 ? commandsOf(command, `${path} `) : [path]
  })
}

test.each(OPERATIONS.map((command) => [command]))(
  'the help of %s has an example that the program takes',
  async (command) => {
    const terminal = openTerminal()
    Object.assign(terminal.environment, { GRANARY_HOST: NOWHERE, GRANARY_TOKEN: 'x' })
    const { out } = await terminal.granary(...command.split(' '), '--help')
    const [, example] = /^Example:\n {2}granary (.+)$/m.exec(out)!
    expect(example).toMatch(new RegExp(`^${command}( |$)`))
    const { code, err } = await terminal.granary(
      ...wordsOf(example!.replace(/blocks\.bin|release\.zip/, '-')),
    )
    // Only the server is missing.
    expect({ code, err }).toEqual({ code: EXIT.unreachable, err: expect.stringContaining('cannot reach') })
  },
)

test('examples of other commands are taken too', async () => {
  const examples: string[] = []
  for (const command of OTHERS) {
    const terminal = openTerminal()
    Object.assign(terminal.environment, { GRANARY_HOST: NOWHERE, GRANARY_TOKEN: 'x' })
    const { out } = await terminal.granary(...command.split(' '), '--help')
    const [, example] = /^Example:\n {2}granary (.+)$/m.exec(out) ?? []
    if (example === undefined) continue
    expect(example).toMatch(new RegExp(`^${command}( |$)`))
    const { code, err } = await terminal.granary(...wordsOf(example))
    expect({ command, code, err }).toEqual({
      command,
      code: EXIT.unreachable,
      err: expect.stringContaining('cannot reach'),
    })
    examples.push(command)
  }
  expect(examples).toEqual(expect.arrayContaining(['firewall add', 'firewall list', 'firewall disable']))
})
