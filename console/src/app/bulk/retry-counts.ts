import { fullNumber } from '@granary/domain/numbers.ts'
import type { JobItem } from './job-results.tsx'

const is = (count: number): string => `${fullNumber(count)} ${count === 1 ? 'is' : 'are'}`

/** The possible outcome of a retry. */
export function countRetryOutcomes(items: readonly JobItem[]) {
  const count = (again: JobItem['again']) => items.filter((item) => item.again === again).length
  return { hopeful: count('may_help'), gone: count('gone'), refused: count('refused') }
}
type Outlook = ReturnType<typeof countRetryOutcomes>

/** '5 of 5 done, 2 failed, 1 is gone'. */
export function progressWords(
  { total, waiting, failed }: { total: number; waiting: number; failed: number },
  { gone }: Outlook,
): string {
  const parts = [`${fullNumber(total - waiting)} of ${fullNumber(total)} done`]
  if (failed > gone) parts.push(`${fullNumber(failed - gone)} failed`)
  if (gone > 0) parts.push(`${is(gone)} gone`)
  return parts.join(', ')
}

/** Label of the retry button, or null where a retry wouldn't help. */
export function retryLabel({ hopeful, refused }: Outlook): string | null {
  if (hopeful === 0) return null
  return refused === 0 ? 'Try the failed ones again' : `Try ${fullNumber(hopeful)} of them again`
}

/** Why some failed items aren't retried, or null. */
export const refusedNote = ({ refused }: Outlook): string | null =>
  refused === 0
    ? null
    : refused === 1
      ? 'One would be refused again as things are. Once that has changed it can be tried again here.'
      : `${fullNumber(refused)} would be refused again as things are. Once that has changed they can be tried again here.`
