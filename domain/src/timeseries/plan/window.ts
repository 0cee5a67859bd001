import type { Condition, TimeCondition } from '../check/condition.ts'

/** Times that a condition allows, in milliseconds since 1970. It has none if `from` is after `to`. */
export type Window = {
  /** Both included. */
  from: number
  to: number
  /** The time that the query names as the upper bound: one more than `to` for "<". Infinite without a bound. */
  end: number
}

export const ALL_TIME: Window = { from: -Infinity, to: Infinity, end: Infinity }

/** Windows in which a condition can be true, and can be false. */
type Windows = { whenTrue: Window; whenFalse: Window }

/** Returns the times in which points can fulfil the condition. Others need not be read. */
export const windowOf = (condition: Condition): Window => windowsOf(condition).whenTrue

function windowsOf(condition: Condition): Windows {
  if (condition.kind === 'time' && condition.of === 'timestamp') return comparedWindows(condition)
  if (condition.kind === 'not') {
    const { whenTrue, whenFalse } = windowsOf(condition.of)
    return { whenTrue: whenFalse, whenFalse: whenTrue }
  }
  if (condition.kind !== 'and' && condition.kind !== 'or' && condition.kind !== 'xor')
    return { whenTrue: ALL_TIME, whenFalse: ALL_TIME }
  const left = windowsOf(condition.left)
  const right = windowsOf(condition.right)
  const both = overlap(left.whenTrue, right.whenTrue)
  const neither = overlap(left.whenFalse, right.whenFalse)
  const one = span(overlap(left.whenTrue, right.whenFalse), overlap(left.whenFalse, right.whenTrue))
  if (condition.kind === 'and') return { whenTrue: both, whenFalse: span(left.whenFalse, right.whenFalse) }
  if (condition.kind === 'or') return { whenTrue: span(left.whenTrue, right.whenTrue), whenFalse: neither }
  return { whenTrue: one, whenFalse: span(both, neither) }
}

function comparedWindows({ operator, value }: TimeCondition): Windows {
  const before = { from: -Infinity, to: value - 1, end: value }
  const until = { from: -Infinity, to: value, end: value }
  const since = { from: value, to: Infinity, end: Infinity }
  const after = { from: value + 1, to: Infinity, end: Infinity }
  const then = { from: value, to: value, end: value }
  if (operator === '<') return { whenTrue: before, whenFalse: since }
  if (operator === '<=') return { whenTrue: until, whenFalse: after }
  if (operator === '>') return { whenTrue: after, whenFalse: until }
  if (operator === '>=') return { whenTrue: since, whenFalse: before }
  return operator === '==' ? { whenTrue: then, whenFalse: ALL_TIME } : { whenTrue: ALL_TIME, whenFalse: then }
}

/** Returns the times in both windows. */
export function overlap(left: Window, right: Window): Window {
  const { to, end } = left.to <= right.to ? left : right
  return { from: Math.max(left.from, right.from), to, end }
}

/** Returns the shortest window that covers both. */
function span(left: Window, right: Window): Window {
  if (left.from > left.to) return right
  if (right.from > right.to) return left
  const { to, end } = left.to >= right.to ? left : right
  return { from: Math.min(left.from, right.from), to, end }
}
