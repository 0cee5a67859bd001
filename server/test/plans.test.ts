import { StatementSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openWalk, operations, type Walk } from '../../control-plane/test/authorization/walk.ts'

/** Tables with a row for each thing that operators made, thousands at most. */
const SMALL = new Set([
  'access_version',
  'ip_pool',
  'ip_pool_range',
  'ip_pool_silo',
  'silo',
  'silo_quota',
  'subnet_pool',
  'subnet_pool_member',
  'subnet_pool_silo',
  'user_builtin',
])
/** Values in the statement itself, and rows that an index has found already, up to a limit. */
const NO_TABLES = new Set(['json_each', 'counted', 'some'])
/** Reads of the newest entries, which begin at the end of an index and stop after a few. */
const FROM_THE_END = /^SCAN change_log USING (COVERING )?INDEX change_log_by_transaction_id_seq$/

/** Runs every operation of the contract. @returns each statement, with the first operation that ran it. */
async function statementsOf(walk: Walk): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const spies = (['all', 'run'] as const).map((method) => vi.spyOn(StatementSync.prototype, method))
  for (const person of ['fleet admin', 'silo admin', 'project viewer'] as const)
    for (const id of operations) {
      const cookie = await walk.signIn(person)
      await walk.restore()
      for (const spy of spies) spy.mockClear()
      await walk.send(id, walk.byName, { cookie })
      for (const statement of spies.flatMap(({ mock }) => mock.contexts as StatementSync[]))
        if (!found.has(statement.sourceSQL)) found.set(statement.sourceSQL, id)
    }
  for (const spy of spies) spy.mockRestore()
  return found
}

test('no statement of any operation reads the whole of a table that users fill', async () => {
  const walk = await openWalk()
  onTestFinished(walk.close)
  const statements = await statementsOf(walk)
  expect(statements.size).toBeGreaterThan(250)
  const whole = new Set<string>()
  for (const [text, operation] of statements) {
    if (!/^(\/\*.*\*\/ )?(select|update|delete|with)\b/.test(text)) continue
    const { rows } = await walk.world.services.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`),
    )
    for (const { detail } of rows) {
      const table = /^SCAN (\w+)/.exec(detail)?.[1]
      if (table && !SMALL.has(table) && !NO_TABLES.has(table) && !FROM_THE_END.test(detail))
        whole.add(`${operation}: ${detail}: ${text.slice(0, 200)}`)
    }
  }
  expect([...whole]).toEqual([])
})
