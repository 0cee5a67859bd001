import type { Batch } from '../plan/links.ts'
import { undoing } from '../plan/links.ts'
import { CommandFailed } from './run.ts'

/** Runs `ip` somewhere. */
export type RunIp = (words: readonly string[], input?: string) => Promise<string>

const FAMILY_FLAGS = { v4: '-4', v6: '-6' } as const

/** Problems of commands that were carried out before, also of those that delete. A link takes its routes along. */
export const REPEATED =
  /File exists|No such process|No such file|Cannot find device|Cannot assign|does not exist/

/** Runs commands of `ip`. What is there already stays. @throws CommandFailed with the first other problem. */
export async function apply(ip: RunIp, batch: Batch, harmless = /File exists/): Promise<void> {
  for (const version of ['v4', 'v6'] as const) await force(ip, version, batch[version], harmless)
}

/** Undoes the commands that are in `before` and not in `after`. */
export async function undo(ip: RunIp, before: Batch, after: Batch): Promise<void> {
  for (const version of ['v4', 'v6'] as const)
    await force(ip, version, undoing(before[version], after[version]), REPEATED)
}

async function force(
  ip: RunIp,
  version: keyof Batch,
  commands: readonly string[],
  harmless: RegExp,
): Promise<void> {
  if (commands.length === 0) return
  const words = [FAMILY_FLAGS[version], '-force', '-batch', '-']
  await ip(words, commands.join('\n') + '\n').catch((error: unknown) => {
    if (!(error instanceof CommandFailed)) throw error
    const problems = error.stderr
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('Command failed') && !harmless.test(line))
    if (problems.length > 0) throw new CommandFailed(['ip', ...words], problems.join('\n'))
  })
}
