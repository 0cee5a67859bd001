import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, type Condition } from '../check/condition.ts'
import { windowOf } from './window.ts'

const leaf: fc.Arbitrary<Condition> = fc.record({
  kind: fc.constant('time' as const),
  of: fc.constant('timestamp' as const),
  operator: fc.constantFrom('==', '!=', '<', '<=', '>', '>='),
  value: fc.nat(10),
})
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.constant<Condition>({ kind: 'datum', operator: '>', value: 0 }),
    fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const, 'xor' as const),
      left: tie('condition'),
      right: tie('condition'),
    }),
  ),
}))

function holds(condition: Condition, time: number, datum: boolean): boolean {
  if (condition.kind === 'time') return compare(time, condition.operator, condition.value)
  if (condition.kind === 'datum' || condition.kind === 'field') return datum
  if (condition.kind === 'not') return !holds(condition.of, time, datum)
  const left = holds(condition.left, time, datum)
  const right = holds(condition.right, time, datum)
  if (condition.kind === 'xor') return left !== right
  return condition.kind === 'and' ? left && right : left || right
}

test('no time outside of the window fulfils the condition', () => {
  fc.assert(
    fc.property(condition, fc.integer({ min: -1, max: 11 }), fc.boolean(), (condition, time, datum) => {
      const { from, to } = windowOf(condition)
      if (holds(condition, time, datum)) expect(time >= from && time <= to).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a range is exactly its window, and its end is the upper bound as it is written', () => {
  const since: Condition = { kind: 'time', of: 'timestamp', operator: '>=', value: 3 }
  const before: Condition = { kind: 'time', of: 'timestamp', operator: '<', value: 8 }
  expect(windowOf({ kind: 'and', left: since, right: before })).toEqual({ from: 3, to: 7, end: 8 })
})
