import type { MachineReport } from '@granary/compute/machine.ts'
import type { Database } from '../database/schema.ts'
import { document, inPieces, records, ROWS_AT_ONCE, type Section, type Source } from './section.ts'

/** Tables of operators and machines, thousands of rows at most, none of which has a secret. */
const SMALL = {
  'inventory.json': [
    'rack',
    'rack_membership',
    'sled',
    'physical_disk',
    'physical_disk_adoption_request',
    'switch',
    'switch_port',
  ],
  'updates.json': ['target_release', 'system_update', 'update_component', 'tuf_repo'],
  'quotas.json': ['silo_quota'],
} satisfies Record<string, (keyof Database)[]>

/** A task that has waited for longer is listed; milliseconds. */
const LONG_MS = 60_000

/** What the system is like now: hardware, machines, tasks. */
export const stateSections: readonly Section[] = [
  ...Object.entries(SMALL).map(([name, tables]) =>
    document(name, async ({ db }) => {
      const all: Record<string, unknown> = {}
      for (const table of tables) all[table] = await db.selectFrom(table).selectAll().execute()
      return all
    }),
  ),
  document('driver.json', async ({ compute }) =>
    compute
      ? {
          facts: compute.facts(),
          inventory: await compute.inventory(),
          equipment: await compute.equipment(),
        }
      : null,
  ),
  records('machines.jsonl', machines),
  document('tasks.json', async ({ db, now }) => {
    const late = new Date(now().getTime() - LONG_MS).toISOString()
    const columns = ['id', 'kind', 'key', 'run_at', 'attempts', 'leased_by', 'lease_until'] as const
    return {
      waiting: await db
        .selectFrom('task')
        .select(['kind', (select) => select.fn.countAll<number>().as('count')])
        .groupBy('kind')
        .orderBy('kind')
        .execute(),
      stuck: await db
        .selectFrom('task')
        .select([...columns, 'last_error', 'time_created', 'silo_id'])
        .where((where) => where.or([where('attempts', '>', 0), where('time_created', '<', late)]))
        .orderBy('time_created')
        .limit(ROWS_AT_ONCE)
        .execute(),
    }
  }),
]

/** Lists each instance beside its machine, and the machines that no instance has. */
async function* machines({ db, compute }: Source): AsyncIterable<unknown> {
  const reported = new Map<string, MachineReport>()
  for (const machine of compute ? await compute.list() : []) reported.set(machine.id, machine)
  const instances = inPieces<{ id: string; run_state: string; sled_id: string | null }>((last) =>
    db
      .selectFrom('instance')
      .select(['id', 'name', 'project_id', 'ncpus', 'memory', 'run_state', 'time_run_state_updated'])
      .select(['wanted_state', 'sled_id', 'charged', 'start_problem', 'note', 'boot_disk_id'])
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
  for await (const instance of instances) {
    const machine = reported.get(instance.id) ?? null
    reported.delete(instance.id)
    const differs =
      machine !== null && (machine.state !== instance.run_state || machine.sledId !== instance.sled_id)
    yield { instance, machine, ...(compute && { differs }) }
  }
  for (const machine of reported.values()) yield { instance: null, machine, differs: true }
}
