import type pg from 'pg'
import { expect, test } from 'vitest'
import { Plans, PostgresSession } from './postgres-session.ts'

type Asked = [text: string, values: readonly unknown[]]

/** Opens a session on a connection. @param answer called with each text that it gets. */
function open(answer: (text: string) => Promise<unknown> | void = () => {}) {
  const sent: Asked[] = []
  const query = async ({ text, values = [] }: pg.QueryConfig) => {
    sent.push([text, values as unknown[]])
    await answer(text)
    return { rows: [], command: '', rowCount: 0 } as unknown as pg.QueryResult
  }
  const session = new PostgresSession({ query, release: () => {} }, { plans: new Plans() })
  const run = (text: string, parameters: readonly unknown[] = []) => session.run({ text, parameters })
  const defer = (table: string, text: string, parameters: readonly unknown[] = []) =>
    session.run({ text, parameters, deferredTo: table })
  return { sent, session, run, defer, texts: () => sent.map(([text]) => text) }
}

test('sends the begin together with the first statement, which reports its error', async () => {
  const begun = Promise.withResolvers<never>()
  const { session, run, texts } = open((text) => (text === 'begin' ? begun.promise : undefined))
  session.begin('plain')
  const first = run('select 1')
  expect(texts()).toEqual(['begin', 'select 1'])
  begun.reject(new Error('the connection is lost'))
  await expect(first).rejects.toThrow('the connection is lost')
})

test('sends the deferred writes of a transaction as one statement before the next one', async () => {
  const { sent, session, run, defer } = open()
  session.begin('plain')
  await defer('task', 'insert into "task" ("id", "key") values ($1, $2)', ['1', 'a'])
  await defer('power_request', 'delete from "power_request" where "id" = $1', ['2'])
  await defer('audit_log', 'insert into "audit_log" ("id") values ($1)', ['3'])
  expect(sent).toHaveLength(1)
  await run('select 1')
  await session.commit()
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
  const { sent, session, defer } = open()
  session.begin('serializable')
  for (const id of ['1', '2']) await defer('task', 'insert into "task" ("id") values ($1)', [id])
  await session.commit()
  expect(sent.slice(1, -1)).toEqual([
    ['insert into "task" ("id") values ($1)', ['1']],
    ['insert into "task" ("id") values ($1)', ['2']],
  ])
})

test('drops the writes of a transaction that is rolled back', async () => {
  const { session, defer, texts } = open()
  session.begin('plain')
  await defer('task', 'insert into "task" ("id") values ($1)', ['1'])
  await session.rollback()
  session.begin('plain')
  await session.commit()
  expect(texts()).toEqual(['begin', 'rollback', 'begin', 'commit'])
})

test('sends a write at once outside of a transaction', async () => {
  const { sent, session, defer } = open()
  await defer('audit_log', 'insert into "audit_log" ("id") values ($1)', ['1'])
  session.begin('plain')
  await session.commit()
  await defer('audit_log', 'insert into "audit_log" ("id") values ($1)', ['2'])
  expect(sent.map(([, values]) => values)).toEqual([['1'], [], [], ['2']])
})

test('fails the statement before which the writes are sent', async () => {
  const { session, defer, texts } = open(async (text) => {
    if (text.startsWith('insert')) throw new Error('the disk is full')
  })
  session.begin('plain')
  await defer('task', 'insert into "task" ("id") values ($1)', ['1'])
  await expect(session.commit()).rejects.toThrow('the disk is full')
  await session.rollback()
  expect(texts()).toEqual(['begin', 'insert into "task" ("id") values ($1)', 'rollback'])
})
