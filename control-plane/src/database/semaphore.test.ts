import { expect, test } from 'vitest'
import { SemaphoreTimeout, Semaphore } from './semaphore.ts'

const turn = () => new Promise((resolve) => setTimeout(resolve))

test('runs so much at once, in the order in which it was asked, also after an error', async () => {
  const semaphore = new Semaphore(2, 10_000)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (name: string, fails = false) =>
    semaphore.run(async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (fails) throw new Error('failed')
      return name
    })
  const failed = run('a', true)
  const all = [run('b'), run('c'), run('d')]
  await turn()
  expect(begun).toEqual(['a', 'b'])
  expect(semaphore.waiting).toBe(2)
  ends.shift()!()
  await expect(failed).rejects.toThrow('failed')
  await turn()
  expect(begun).toEqual(['a', 'b', 'c'])
  while (ends.length > 0) {
    ends.shift()!()
    await turn()
  }
  expect(await Promise.all(all)).toEqual(['b', 'c', 'd'])
  // Both are free again.
  for (const name of ['e', 'f', 'g']) void run(name)
  await turn()
  expect(begun.slice(4)).toEqual(['e', 'f'])
})

test('refuses work that waits too long, and lets the next one run', async () => {
  const semaphore = new Semaphore(1, 20)
  const held = Promise.withResolvers<string>()
  const first = semaphore.run(() => held.promise)
  await expect(semaphore.run(() => Promise.resolve('late'))).rejects.toThrow(SemaphoreTimeout)
  const next = semaphore.run(() => Promise.resolve('in time'))
  held.resolve('done')
  expect(await Promise.all([first, next])).toEqual(['done', 'in time'])
  expect(await semaphore.run(() => Promise.resolve('free'))).toBe('free')
})
