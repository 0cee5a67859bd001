import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../test/databases.ts'
import { SharedRead } from './shared-read.ts'

async function open() {
  const database = await freshDatabase()
  onTestFinished(database.close)
  const gates: PromiseWithResolvers<string>[] = []
  const shared = new SharedRead<string>()
  const read = () => {
    const gate = Promise.withResolvers<string>()
    gates.push(gate)
    return gate.promise
  }
  return { gates, ask: () => shared.read(database, read) }
}

const begun = (gates: unknown[], count: number) => expect.poll(() => gates.length).toBe(count)

test('shares a read among requests, but never one that began before the request', async () => {
  const { gates, ask } = await open()
  const first = [ask(), ask()]
  await begun(gates, 1)
  const second = [ask(), ask()]
  gates[0]!.resolve('old')
  expect(await Promise.all(first)).toEqual(['old', 'old'])
  await begun(gates, 2)
  gates[1]!.resolve('new')
  expect(await Promise.all(second)).toEqual(['new', 'new'])
  expect(gates).toHaveLength(2)
})

test('reads again after a read has failed', async () => {
  const { gates, ask } = await open()
  const failing = ask()
  await begun(gates, 1)
  const waiting = ask()
  gates[0]!.reject(new Error('the database is gone'))
  await expect(failing).rejects.toThrow('the database is gone')
  await begun(gates, 2)
  gates[1]!.resolve('back')
  expect(await waiting).toBe('back')
})
