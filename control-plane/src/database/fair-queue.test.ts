import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const drained = (queue: FairQueue<string>) => Array.from({ length: queue.size }, () => queue.shift())

test('silos take turns, and so do the users of a silo, in their own order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) queue.push({ silo: 'large', user: 'ann' }, item)
  queue.push({ silo: 'large', user: 'bob' }, 'b1')
  queue.push({ silo: 'small', user: 'cleo' }, 'c1')
  expect(drained(queue)).toEqual(['a1', 'c1', 'b1', 'a2', 'a3'])
  expect(queue.shift()).toBeUndefined()
  expect(queue.size).toBe(0)
})

test('a silo that has had its turn comes after one that arrives later', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2']) queue.push({ silo: 'large', user: 'ann' }, item)
  expect(queue.shift()).toBe('a1')
  queue.push({ silo: 'small', user: 'cleo' }, 'c1')
  queue.push({ silo: 'large', user: 'bob' }, 'b1')
  expect(drained(queue)).toEqual(['a2', 'c1', 'b1'])
})

test('a silo that may not have a turn keeps its place', () => {
  const queue = new FairQueue<string>()
  for (const silo of ['a', 'b', 'a', 'c']) queue.push({ silo, user: 'ann' }, silo)
  expect(queue.shift((silo) => silo !== 'a')).toBe('b')
  expect(queue.shift(() => false)).toBeUndefined()
  expect(drained(queue)).toEqual(['a', 'c', 'a'])
})

test('a user that may not have a turn keeps its place, and the silo too if none of its users may', () => {
  const queue = new FairQueue<string>()
  for (const user of ['ann', 'bob', 'ann']) queue.push({ silo: 'a', user }, user)
  queue.push({ silo: 'b', user: 'cleo' }, 'cleo')
  const shift = (...users: string[]) => queue.next(({ user }) => users.includes(user))?.item
  expect(shift('cleo')).toBe('cleo')
  expect(shift('cleo')).toBeUndefined()
  expect(shift('bob')).toBe('bob')
  expect(queue.size).toBe(2)
  expect(drained(queue)).toEqual(['ann', 'ann'])
})

test('an item that no longer waits costs its silo and user no turn', () => {
  const queue = new FairQueue<string>()
  const ann = { silo: 'a', user: 'ann' }
  for (const item of ['a1', 'a2', 'a3']) queue.push(ann, item)
  queue.push({ silo: 'b', user: 'bob' }, 'b1')
  queue.push({ silo: 'c', user: 'cleo' }, 'c1')
  queue.remove(ann, 'a1')
  queue.remove({ silo: 'b', user: 'bob' }, 'b1')
  queue.remove({ silo: 'b', user: 'bob' }, 'b1')
  queue.remove(ann, 'unknown')
  expect(queue.size).toBe(3)
  expect(drained(queue)).toEqual(['a2', 'c1', 'a3'])
})
