import type { Entry } from '@granary/contract/commands/catalog.ts'
import { statSync } from 'node:fs'
import { CommandError, EXIT, usage } from '../exit-codes.ts'
import type { World } from '../target.ts'

/**
 * Asks before a deletion if a person sits at a terminal. Scripts, whose input is no terminal, aren't asked.
 * @throws CommandError unless the answer is yes.
 */
export async function confirmDeletion(
  world: World,
  { operation }: Entry,
  targets: readonly string[],
): Promise<void> {
  if (!world.input.isTTY) return
  const answer = await ask(world, `${operation.summary}: ${targets.join(', ')}. Are you sure? [y/N] `)
  if (!/^y(es)?$/i.test(answer)) throw new CommandError(EXIT.interrupted, 'nothing was deleted')
}

/**
 * Asks before a file is replaced if a person sits at a terminal.
 * @throws CommandError unless the answer is yes, and in scripts, where nobody can be asked.
 */
export async function confirmReplacement(world: World, file: string): Promise<void> {
  // A device or a pipe has nothing to lose.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return
  if (!world.input.isTTY) throw usage(`${file} exists: name another file, or replace it with --force`)
  const answer = await ask(world, `${file} exists. Replace it? [y/N] `)
  if (!/^y(es)?$/i.test(answer)) throw new CommandError(EXIT.interrupted, `${file} was not replaced`)
}

/** Asks the person at the terminal. @returns the line that is typed. */
export function ask({ err, input }: World, question: string): Promise<string> {
  err.write(question)
  return lineOf(input)
}

/** Reads a line; what there is if the input ends before. */
async function lineOf(input: World['input']): Promise<string> {
  let text = ''
  for await (const bytes of input) {
    text += Buffer.from(bytes).toString('utf8')
    if (/[\r\n]/.test(text)) break
  }
  return text.replace(/[\r\n].*$/s, '').trim()
}
