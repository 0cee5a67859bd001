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

test('leaves a place to other silos', async () => {
  const places = new Places(4)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (silo: string) =>
    places.run({ silo, user: 'ann' }, async () => {
      begun.push(silo)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  for (let n = 0; n < 5; n++) void run('noisy')
  await turn()
  expect(begun).toEqual(['noisy', 'noisy', 'noisy'])
  expect(places.waiting).toBe(2)
  void run('clinic')
  void run('clinic')
  await turn()
  expect(begun.slice(3)).toEqual(['clinic'])
  // The end of the clinic's work makes room for its next one, and not for a fourth one of the noisy silo.
  ends[3]!()
  await turn()
  expect(begun.slice(3)).toEqual(['clinic', 'clinic'])
  ends[4]!()
  await turn()
  expect(begun.slice(5)).toEqual([])
  ends[0]!()
  ends[1]!()
  await turn()
  expect(begun.slice(5)).toEqual(['noisy', 'noisy'])
  expect(places.waiting).toBe(0)
})

test('work that was refused costs its user no turn', async () => {
  const places = new Places(1, 30)
  const end = Promise.withResolvers<void>()
  const begun: string[] = []
  const run = (user: string) => places.run({ silo: 'noisy', user }, async () => void begun.push(user))
  const held = places.run({ silo: 'other', user: 'cleo' }, () => end.promise)
  const refused = await Promise.allSettled([run('ann'), run('ann')])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(places.waiting).toBe(0)
  const late = [run('ann'), run('bob'), run('bob')]
  end.resolve()
  await Promise.all([held, ...late])
  expect(begun).toEqual(['ann', 'bob', 'bob'])
})
