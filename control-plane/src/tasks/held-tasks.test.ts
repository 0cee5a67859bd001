import { expect, test } from 'vitest'
import { HeldTasks } from './held-tasks.ts'

const SILOS = 3
const hold = (held: HeldTasks, silo: string, count: number) => {
  for (let at = 0; at < count; at++) held.add(silo)
}

test('a silo may hold at most as many tasks as are left for all others', () => {
  const held = new HeldTasks(9)
  expect(held.allowance('one')).toBe(5)
  hold(held, 'one', 4)
  // 4 of 9: with a fifth one, 4 are left.
  expect(held.allowance('one')).toBe(1)
  held.add('one')
  expect(held.allowance('one')).toBe(0)
  expect(held.allowance('two')).toBe(2)
  hold(held, 'two', 2)
  expect([held.allowance('one'), held.allowance('two'), held.allowance('three')]).toEqual([0, 0, 1])
  held.add('three')
  expect(held.allowance('four')).toBe(1)
  held.add('four')
  expect(held.allowance('five')).toBe(0)
})

test('a worker that holds one task at most may take it', () => {
  expect(new HeldTasks(1).allowance('one')).toBe(1)
})

test('tasks that are over leave nothing behind, however many there were', () => {
  const held = new HeldTasks(10)
  for (let task = 0; task < 100; task++)
    for (let silo = 0; silo < SILOS; silo++) {
      hold(held, `silo ${silo}`, 2)
      held.remove(`silo ${silo}`)
      held.remove(`silo ${silo}`)
    }
  for (let silo = 0; silo < SILOS; silo++) expect(held.allowance(`silo ${silo}`)).toBe(5)
  hold(held, 'silo 0', 2)
  held.remove('silo 0')
  expect(held.allowance('silo 0')).toBe(4)
})
