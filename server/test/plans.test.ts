import { StatementSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openWalk, operations, type Walk } from '../../control-plane/test/authorization/walk.ts'

/** Tables with a row for each thing that operators made, thousands at most. */
const SMALL = new Set([
  'access_version',
  'address_lot',
  'address_lot_block',
  'alert_receiver',
  'bfd_session',
  'bgp_announce_set',
  'bgp_announcement',
  'bgp_config',
  'certificate',
  'ip_pool',
  'ip_pool_range',
  'ip_pool_silo',
  'loopback_address',
  'physical_disk',
  'physical_disk_adoption_request',
  'rack',
  'rack_membership',
  'silo',
  'silo_quota',
  'sled',
  'subnet_pool',
  'subnet_pool_member',
  'subnet_pool_silo',
  'support_bundle',
  'switch',
  'switch_port',
  'switch_port_settings',
  'switch_port_settings_address',
  'switch_port_settings_bgp',
  'target_release',
  'tuf_repo',
  'update_component',
  'updates_trust_root',
  'user_builtin',
])
/** Values in the statement itself, and rows that an index has found already, up to a limit. */
const NO_TABLES = new Set(['json_each', 'listed', 'counted', 'some', 'scope', 'tag', 'tagged'])
/** Reads of the newest entries, which begin at the end of an index and stop after a few. */
const FROM_THE_END = /^SCAN change_log USING (COVERING )?INDEX change_log_by_transaction_id_seq$/
/** Pages of operators' lists, which end after so many rows of an index in their order. */
const IN_ORDER = new Set([
  'alertList: SCAN alert USING INDEX alert_by_time_created_id',
  // Only unresolved ones are in it, and the count ends after so many.
  'alertCount: SCAN alert USING COVERING INDEX alert_unresolved',
])

/** Reads for operators that end after so many rows, over indexes that hold only rows with an issue, or begin at the first ID. */
const UP_TO_A_LIMIT = new Set([
  'SCAN instance USING COVERING INDEX instance_failed',
  'SCAN instance USING INDEX instance_waiting',
  'SCAN disk USING INDEX disk_importing',
  'SCAN disk USING COVERING INDEX disk_detached',
  'SCAN anti_affinity_group USING INDEX anti_affinity_group_strict',
  'SCAN affinity_group USING INDEX affinity_group_strict',
  'SCAN network_sent USING INDEX network_with_gaps',
  'SCAN vpc USING INDEX sqlite_autoindex_vpc_1',
])
/** An operator's question about all machines that have a place: what would fit if a sled failed. */
const ABOUT_ALL = new Set(['capacityFit: SCAN instance'])
/** Tables of the file of metrics. */
const IN_METRICS = /"metric_(block|lease|reading|round|source)"/

/** Runs every operation of the contract. @returns each statement, with the first operation that ran it. */
async function statementsOf(walk: Walk): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const spies = (['all', 'run'] as const).map((method) => vi.spyOn(StatementSync.prototype, method))
  for (const person of ['fleet admin', 'silo admin', 'project viewer'] as const)
    for (const id of operations) {
      const cookie = await walk.signIn(person)
      await walk.restore()
      for (const spy of spies) spy.mockClear()
      const { status } = await walk.send(id, walk.byName, { cookie })
      // An operation that breaks early runs none of its statements.
      expect(status, `${id} as ${person}`).toBeLessThan(500)
      for (const statement of spies.flatMap(({ mock }) => mock.contexts as StatementSync[]))
        if (!found.has(statement.sourceSQL)) found.set(statement.sourceSQL, id)
    }
  for (const spy of spies) spy.mockRestore()
  return found
}

/** Lists that may be long, with a field that they are sorted by. */
const SORTED = {
  disks: ['size'],
  snapshots: ['size'],
  images: ['size'],
  instances: ['created', 'vcpus', 'memory'],
}

/** Whether the one scan of a name is that of an inner select, which has its own line in the plan. */
const isOwnResult = (text: string, detail: string, rows: readonly { detail: string }[]): boolean => {
  const name = /^SCAN (\w+)$/.exec(detail)?.[1]
  return text.includes(`) as "${name}"`) && rows.filter((row) => row.detail === detail).length === 1
}

test('no statement of any operation reads the whole of a table that users fill', async () => {
  const walk = await openWalk()
  onTestFinished(walk.close)
  const statements = await statementsOf(walk)
  expect(statements.size).toBeGreaterThan(250)
  const whole = new Set<string>()
  for (const [text, operation] of statements) {
    if (!/^(\/\*.*\*\/ )?(select|update|delete|with)\b/.test(text)) continue
    const { db, metrics } = walk.world.services
    const plan = CompiledQuery.raw(`explain query plan ${text}`)
    const { rows } = await (IN_METRICS.test(text) ? metrics : db).executeQuery<{ detail: string }>(plan)
    for (const { detail } of rows) {
      const table = /^SCAN (\w+)/.exec(detail)?.[1]
      if (isOwnResult(text, detail, rows) || ABOUT_ALL.has(`${operation}: ${detail}`)) continue
      if (IN_ORDER.has(`${operation}: ${detail}`)) continue
      if (operation === 'systemIssueList' && UP_TO_A_LIMIT.has(detail)) continue
      if (table && !SMALL.has(table) && !NO_TABLES.has(table) && !FROM_THE_END.test(detail))
        whole.add(`${operation}: ${detail}: ${text.slice(0, 200)}`)
    }
  }
  expect([...whole]).toEqual([])
  // It calls every operation, which takes a busy machine over a minute.
}, 300_000)

test('a page of a long list that is sorted by a field begins at its place in an index', async () => {
  const walk = await openWalk()
  onTestFinished(walk.close)
  const cookie = await walk.signIn('project viewer')
  const spy = vi.spyOn(StatementSync.prototype, 'all')
  onTestFinished(() => spy.mockRestore())
  const { ask, services } = walk.world
  for (const [list, fields] of Object.entries(SORTED))
    for (const field of fields) {
      let path = `/v1/${list}?project=shop&limit=1&order_by=${field}_descending`
      spy.mockClear()
      const first = await ask('GET', path, undefined, cookie)
      path = `/v1/${list}?limit=1&page_token=${first.body.next_page}`
      const second = await ask('GET', path, undefined, cookie)
      expect([first.status, second.status], list).toEqual([200, 200])
      const pages = (spy.mock.contexts as StatementSync[])
        .map(({ sourceSQL }) => sourceSQL)
        .filter((text) => /order by .* desc, .* desc/.test(text))
      expect(pages, `${list} by ${field}`).toHaveLength(2)
      for (const text of pages) {
        const plan = CompiledQuery.raw(`explain query plan ${text}`)
        const { rows } = await services.db.executeQuery<{ detail: string }>(plan)
        expect(rows, text).toEqual([
          expect.objectContaining({ detail: expect.stringMatching(/^SEARCH \w+ USING INDEX \w+_id /) }),
        ])
      }
    }
})
