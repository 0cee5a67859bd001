import { expect, test } from 'vitest'
import { NoPlaceError, Places } from './places.ts'

const turn = () => new Promise((resolve) => setTimeout(resolve))

test('runs so much at once, in turns of the silos, also after an error', async () => {
  const places = new Places(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (silo: string, fails = false) =>
    places.run({ silo, user: 'ann' }, async () => {
      begun.push(silo)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (fails) throw new Error('failed')
      return silo
    })
  const failed = run('noisy', true)
  const all = [run('noisy'), run('noisy'), run('noisy'), run('clinic')]
  await turn()
  expect(begun).toEqual(['noisy', 'noisy'])
  ends.shift()!()
  await expect(failed).rejects.toThrow('failed')
  await turn()
  expect(begun).toHaveLength(3)
  ends.shift()!()
  await turn()
  // The silo with one piece waits for one of the other.
  expect(begun).toEqual(['noisy', 'noisy', 'noisy', 'clinic'])
  while (ends.length > 0) {
    ends.shift()!()
    await turn()
  }
  expect(await Promise.all(all)).toEqual(['noisy', 'noisy', 'noisy', 'clinic'])
  // Both places are free again.
  void run('a')
  void run('b')
  void run('c')
  await turn()
  expect(begun.slice(5)).toEqual(['a', 'b'])
})

test('refuses work that waits too long, and gives its place to the next', async () => {
  const places = new Places(1, 20)
  const lane = { silo: 'noisy', user: 'ann' }
  const held = Promise.withResolvers<string>()
  const first = places.run(lane, () => held.promise)
  await expect(places.run(lane, () => Promise.resolve('late'))).rejects.toThrow(NoPlaceError)
  const next = places.run(lane, () => Promise.resolve('in time'))
  held.resolve('done')
  expect(await Promise.all([first, next])).toEqual(['done', 'in time'])
  expect(await places.run(lane, () => Promise.resolve('free'))).toBe('free')
})
