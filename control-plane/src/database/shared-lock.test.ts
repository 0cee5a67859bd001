import { expect, test } from 'vitest'
import { SharedLock } from './shared-lock.ts'

/** Work that records its start and end, and ends on demand. */
function step(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = async () => {
    log.push(name)
    await promise
    return name
  }
  return { work, end: resolve }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('runs shared work concurrently and exclusive work alone, in call order', async () => {
  const lock = new SharedLock()
  const log: string[] = []
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => step(log, name)) as ReturnType<typeof step>[]
  const all = [lock.shared(a!.work), lock.shared(b!.work), lock.exclusive(c!.work), lock.shared(d!.work)]
  await settle()
  expect(log).toEqual(['a', 'b'])
  a!.end()
  await settle()
  expect(log).toEqual(['a', 'b'])
  b!.end()
  await settle()
  expect(log).toEqual(['a', 'b', 'c'])
  c!.end()
  await settle()
  expect(log).toEqual(['a', 'b', 'c', 'd'])
  d!.end()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('reports a failure to its own caller only', async () => {
  const lock = new SharedLock()
  const fail = () => Promise.reject(new Error('planted'))
  const results = await Promise.allSettled([
    lock.shared(fail),
    lock.exclusive(fail),
    lock.exclusive(async () => 'exclusive'),
    lock.shared(async () => 'shared'),
  ])
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    'failed',
    'failed',
    'exclusive',
    'shared',
  ])
})
