import { DEFERRED } from '@granary/control-plane/database/deferred.ts'
import { expect, test } from 'vitest'
import { deferringWrites } from './deferred-writes.ts'

test('sends the begin together with the first statement, which reports its error', async () => {
  const sent: string[] = []
  const begun = Promise.withResolvers<never>()
  const query = deferringWrites((text) => {
    sent.push(text)
    return text === 'begin' ? begun.promise : Promise.resolve({ rows: [] })
  })
  await query('begin', [])
  const first = query('select 1', [])
  expect(sent).toEqual(['begin', 'select 1'])
  begun.reject(new Error('the connection is lost'))
  await expect(first).rejects.toThrow('the connection is lost')
})

function open() {
  const sent: [text: string, values: readonly unknown[]][] = []
  const query = deferringWrites(async (text, values) => {
    sent.push([text, values])
    return { rows: [] }
  })
  const defer = (text: string, values: readonly unknown[] = []) => query(DEFERRED + text, values)
  return { sent, query, defer }
}

test('sends the deferred writes of a transaction as one statement before the next one', async () => {
  const { sent, query, defer } = open()
  await query('begin', [])
  await defer('insert into "task" ("id", "key") values ($1, $2)', ['1', 'a'])
  await defer('delete from "power_request" where "id" = $1', ['2'])
  await defer('insert into "audit_log" ("id") values ($1)', ['3'])
  expect(sent).toHaveLength(1)
  await query('select 1', [])
  await query('commit', [])
  expect(sent.slice(1)).toEqual([
    [
      'with part_0 as (insert into "task" ("id", "key") values ($1, $2)), ' +
        'part_1 as (delete from "power_request" where "id" = $3) insert into "audit_log" ("id") values ($4)',
      ['1', 'a', '2', '3'],
    ],
    ['select 1', []],
    ['commit', []],
  ])
})

test('sends writes of one table one after another, because parts of a statement do not see each other', async () => {
  const { sent, query, defer } = open()
  await query('start transaction isolation level serializable', [])
  for (const id of ['1', '2']) await defer('insert into "task" ("id") values ($1)', [id])
  await query('commit', [])
  expect(sent.slice(1, -1)).toEqual([
    ['insert into "task" ("id") values ($1)', ['1']],
    ['insert into "task" ("id") values ($1)', ['2']],
  ])
})

test('drops the writes of a transaction that is rolled back', async () => {
  const { sent, query, defer } = open()
  await query('begin', [])
  await defer('insert into "task" ("id") values ($1)', ['1'])
  await query('rollback', [])
  await query('begin', [])
  await query('commit', [])
  expect(sent.map(([text]) => text)).toEqual(['begin', 'rollback', 'begin', 'commit'])
})

test('sends a write at once outside of a transaction', async () => {
  const { sent, query, defer } = open()
  await defer('insert into "audit_log" ("id") values ($1)', ['1'])
  await query('begin', [])
  await query('commit', [])
  await defer('insert into "audit_log" ("id") values ($1)', ['2'])
  expect(sent.map(([, values]) => values)).toEqual([['1'], [], [], ['2']])
})

test('fails the statement before which the writes are sent', async () => {
  const sent: string[] = []
  const query = deferringWrites(async (text) => {
    sent.push(text)
    if (text.startsWith('insert')) throw new Error('the disk is full')
    return { rows: [] }
  })
  await query('begin', [])
  await query(`${DEFERRED}insert into "task" ("id") values ($1)`, ['1'])
  await expect(query('commit', [])).rejects.toThrow('the disk is full')
  await query('rollback', [])
  expect(sent).toEqual(['begin', 'insert into "task" ("id") values ($1)', 'rollback'])
})
