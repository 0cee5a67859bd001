import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { catalog, type Entry } from '@granary/contract/commands/catalog.ts'
import { flagsOf } from '@granary/contract/commands/flags.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTerminal } from '../../test/terminal.ts'
import { itemSchemaOf } from '../answer.ts'
import { exampleOf } from './example.ts'

const lists = catalog.filter(({ operation }) => itemSchemaOf(operation))
const ITEMS = [{ name: 'one' }, { name: 'two' }]

/** The answer to every request. */
let answer: unknown
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
})
let host: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Runs the example of a list with more flags. */
const run = ({ operation, ...entry }: Entry, ...flags: string[]) => {
  answer = operation.response instanceof z.ZodArray ? ITEMS : { items: ITEMS, next_page: null }
  const terminal = openTerminal()
  Object.assign(terminal.environment, { GRANARY_HOST: host, GRANARY_TOKEN: 'x' })
  const example = exampleOf({ operation, ...entry }, flagsOf(operation))
  return terminal.granary(...example.replaceAll("'", '').split(' ').slice(1), ...flags)
}

test.each(lists.map((entry) => [`${entry.family} ${entry.verb}`, entry] as const))(
  'shows the items of %s',
  async (_, entry) => {
    expect(await run(entry, '-o', 'name')).toEqual({ code: 0, out: 'one\ntwo\n', err: '' })
  },
)

test('shows a limited number of items of a list that has no pages', async () => {
  const sets = lists.find(({ id }) => id === 'networkingBgpAnnounceSetList')!
  expect((await run(sets, '--limit', '1')).out).toMatch(/^NAME .*\none .*\n$/)
})
