import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const ADA = { silo: 'main', user: 'ada' }

/** Work that ends when told to. */
function steps() {
  const started: string[] = []
  const endings = new Map<string, () => void>()
  const turns = new Turns()
  const begin = (user: string, name: string, silo = 'main') =>
    turns.run({ silo, user }, () => {
      started.push(name)
      return new Promise<void>((resolve) => endings.set(name, resolve))
    })
  const end = async (name: string, result: Promise<void>) => {
    endings.get(name)!()
    await result
  }
  return { started, begin, end }
}

test('a user’s queries run one after the other, and others are not kept waiting', async () => {
  const { started, begin, end } = steps()
  const first = begin('ada', 'ada 1')
  const second = begin('ada', 'ada 2')
  const third = begin('ada', 'ada 3')
  const other = begin('bob', 'bob 1')
  const late = begin('eve', 'eve 1')
  await expect.poll(() => started).toEqual(['ada 1', 'bob 1'])
  await end('ada 1', first)
  await expect.poll(() => started).toEqual(['ada 1', 'bob 1', 'ada 2'])
  await end('bob 1', other)
  await expect.poll(() => started).toEqual(['ada 1', 'bob 1', 'ada 2', 'eve 1'])
  await end('ada 2', second)
  await end('eve 1', late)
  await expect.poll(() => started.at(-1)).toBe('ada 3')
  await end('ada 3', third)
})

test('silos take turns, however many users one has', async () => {
  const { started, begin, end } = steps()
  const first = begin('ada', 'ada')
  const second = begin('bob', 'bob')
  const others = ['cleo', 'dan', 'eve'].map((user) => begin(user, user))
  const late = begin('quiet', 'quiet', 'clinic')
  await expect.poll(() => started).toEqual(['ada', 'bob'])
  await end('ada', first)
  await end('bob', second)
  await expect.poll(() => started.slice(2).toSorted()).toEqual(['cleo', 'quiet'])
  await end('quiet', late)
  await end('cleo', others[0]!)
  await expect.poll(() => started.slice(4)).toEqual(['dan', 'eve'])
  await end('dan', others[1]!)
  await end('eve', others[2]!)
})

test('a query that fails ends its turn', async () => {
  const turns = new Turns()
  await expect(turns.run(ADA, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run(ADA, () => Promise.resolve(1))).toBe(1)
})
