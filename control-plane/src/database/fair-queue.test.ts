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

test('items with turns of their own wait for one item of each silo', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2']) queue.push({ silo: 'large', user: 'ann' }, item)
  for (const item of ['x', 'y']) queue.pushAlone(item)
  expect(drained(queue)).toEqual(['a1', 'x', 'y', 'a2'])
})
