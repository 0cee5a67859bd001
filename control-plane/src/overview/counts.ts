import { present } from '../kit/base/present.ts'
import { diskStates } from '@granary/domain/disk-states.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../kit/context/context.ts'
import { fixedQuery } from '../kit/sql/fixed-query.ts'
import { type ListTotal, MAX_COUNTED } from '../kit/request/list-total.ts'

type Count = { table: string; column?: 'run_state' | 'state' | 'kind'; state?: string }

const byState = (table: string, column: NonNullable<Count['column']>, states: readonly string[]): Count[] =>
  states.map((state) => ({ table, column, state }))

const KINDS = {
  instances: { table: 'instance' },
  disks: { table: 'disk' },
  snapshots: { table: 'snapshot' },
  images: { table: 'image' },
  vpcs: { table: 'vpc' },
  floatingIps: { table: 'external_ip', column: 'kind', state: 'floating' },
  externalSubnets: { table: 'external_subnet' },
  affinityGroups: { table: 'affinity_group' },
  antiAffinityGroups: { table: 'anti_affinity_group' },
} as const satisfies Record<string, Count>
const COUNTS: readonly Count[] = [
  ...Object.values(KINDS),
  ...byState('instance', 'run_state', instanceStates),
  ...byState('disk', 'state', diskStates),
]

/** Counts the resources of a project with one statement, which reads index entries only. */
export async function countsOf(context: Context, projectId: string) {
  const [row] = await fixedQuery(
    context,
    [countsOf, 'all'],
    (db) =>
      db
        .selectFrom('project')
        .select(COUNTS.map((count, index) => counted(count, projectId).as(`c${index}`)))
        .where('id', '=', projectId),
    [...COUNTS.flatMap(() => [projectId]), projectId],
  )
  const values: Record<string, number | string> = row ?? {}
  const totals = COUNTS.map((count, index) => ({ ...count, total: totalOf(Number(values[`c${index}`])) }))
  const kinds = Object.fromEntries(
    Object.keys(KINDS).map((kind, index) => [kind, present(totals[index], 'the total').total]),
  ) as Record<keyof typeof KINDS, ListTotal>
  const states = <State extends string>(of: readonly State[], table: string) =>
    of.flatMap((state) => {
      const { total } = present(
        totals.find((one) => one.table === table && one.state === state),
        'the total',
      )
      return total.count === 0 ? [] : [{ state, total }]
    })
  return {
    ...kinds,
    instanceStates: states(instanceStates, 'instance'),
    diskStates: states(diskStates, 'disk'),
  }
}

const totalOf = (read: number): ListTotal => ({
  count: Math.min(read, MAX_COUNTED),
  isCapped: read > MAX_COUNTED,
})

/** The states are words of the code, so they stand in the text. */
function counted({ table, column, state }: Count, projectId: string): RawBuilder<number> {
  const inState = column ? sql`and ${sql.ref(column)} = ${sql.lit(state ?? '')}` : sql``
  return sql<number>`(select count(*) from (select 1 from ${sql.table(table)}
    where project_id = ${projectId} ${inState} limit ${sql.lit(MAX_COUNTED + 1)}) as counted)`
}
