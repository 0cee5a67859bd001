import { expect, test } from 'vitest'
import { openTerminal } from '../../test/terminal.ts'
import { catalog } from '@granary/contract/commands/catalog.ts'
import { EXIT } from '../exit-codes.ts'

const NOWHERE = 'http://127.0.0.1:9'

/** Splits a command line as a shell does, with single quotes. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''))

test.each(catalog.map(({ family, verb }) => [`${family} ${verb}`]))(
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
