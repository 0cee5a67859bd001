import { usage } from '../exit-codes.ts'

const SECONDS = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
  ['w', 604_800],
])

/** Parses `90s`, `30m`, `12h`, `7d` or `2w` into seconds. @throws CommandError 2 for anything else. */
export function readDuration(text: string, flag = '--ttl'): number {
  const [, count, unit = ''] = /^(\d{1,10})([smhdw])$/.exec(text) ?? []
  const seconds = Number(count) * (SECONDS.get(unit) ?? 0) || 0
  if (seconds < 1 || seconds > 4_294_967_295)
    throw usage(`${flag} is "${text}"; it must be a time such as 12h, 30d or 52w`)
  return seconds
}
