import type { Entry } from '@granary/contract/commands/catalog.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import type { World } from '../target.ts'

/**
 * Asks before a deletion if a person sits at a terminal. Scripts, whose input is no terminal, aren't asked.
 * @throws CommandError unless the answer is yes.
 */
export async function confirmDeletion(
  { input, err }: World,
  { operation }: Entry,
  targets: readonly string[],
): Promise<void> {
  if (!input.isTTY) return
  err.write(`${operation.summary}: ${targets.join(', ')}. Are you sure? [y/N] `)
  if (!/^y(es)?$/i.test(await lineOf(input))) throw new CommandError(EXIT.interrupted, 'nothing was deleted')
}

/** Reads a line; what there is if the input ends before. */
async function lineOf(input: World['input']): Promise<string> {
  let text = ''
  for await (const bytes of input) {
    text += Buffer.from(bytes).toString('utf8')
    if (/[\r\n]/.test(text)) break
  }
  return text.split(/[\r\n]/)[0]!.trim()
}
