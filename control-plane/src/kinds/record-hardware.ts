import type { Equipment } from '@granary/compute/equipment.ts'
import type { Sled } from '@granary/compute/sled.ts'
import type { Database, RackRow } from '../database/schema.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { chunks } from '../kit/base/chunks.ts'
import { type Context, now } from '../kit/context/context.ts'
import type { Logged, LoggedTable } from '../kit/resources/logged.ts'
import { rawWriter } from '../database/session.ts'
import { recordMembers } from './record-members.ts'
import { networkSwitch, physicalDisk, rack, sled, switchPort } from './hardware.ts'

/** What the driver reports about its hosts and the equipment around them. */
export type Hardware = { sleds: readonly Sled[]; equipment: Equipment }

/**
 * Stores the reported hardware. Sleds and disks that are missing are out of service until they are reported again; switches
 * and ports that are missing are deleted.
 * The first report of an empty database is not logged: a rack would fill the change log with hundreds of entries.
 */
export async function recordHardware(context: Context, { sleds, equipment }: Hardware): Promise<void> {
  const time = now(context)
  const times = { time_created: time, time_modified: time }
  const isFirst = !(await context.db.selectFrom('rack').select('id').limit(1).executeTakeFirst())
  const store = <Table extends HardwareTable>(
    table: Table,
    kind: Logged<Table>,
    rows: Database[Table][],
    own: readonly (keyof Database[Table])[],
  ) => storeRows(context, asRacks({ table, kind, rows, own, isFirst }))
  const racks = new Set([...sleds, ...equipment.switches].map(({ rackId }) => rackId))
  await store(
    'rack',
    rack,
    [...racks].map((id): RackRow => ({ id, ...times })),
    [],
  )
  await store(
    'sled',
    sled,
    sleds.map((each) => ({
      id: each.id,
      rack_id: each.rackId,
      ...each.baseboard,
      slot: each.slot,
      usable_hardware_threads: each.usableHardwareThreads,
      usable_vcpus: each.usableHardwareThreads * context.services.settings.vcpusPerThread,
      usable_physical_ram: each.usablePhysicalRam,
      usable_storage: each.usableStorage,
      host_state: each.state,
      provision_policy: 'provisionable' as const,
      in_service: 1 as const,
      ...times,
    })),
    ['provision_policy'],
  )
  await store(
    'physical_disk',
    physicalDisk,
    sleds.flatMap((each) =>
      each.disks.map(({ formFactor, ...disk }) => ({
        ...disk,
        sled_id: each.id,
        vendor: disk.vendor ?? '',
        model: disk.model ?? '',
        form_factor: formFactor ?? ('' as const),
        in_service: 1 as const,
        ...times,
      })),
    ),
    [],
  )
  await store(
    'switch',
    networkSwitch,
    equipment.switches.map(({ id, rackId, slot, baseboard }) => ({
      id,
      rack_id: rackId,
      slot,
      ...baseboard,
      ...times,
    })),
    [],
  )
  await store(
    'switch_port',
    switchPort,
    equipment.switches.flatMap(({ rackId, slot, ports }) =>
      ports.map(({ id, name }) => ({
        id,
        rack_id: rackId,
        switch_slot: slot,
        name,
        port_settings_id: null,
      })),
    ),
    ['port_settings_id'],
  )
  await recordMembers(context, { sleds, uninitialized: equipment.uninitializedSleds, isFirst })
}

type HardwareTable = Extract<LoggedTable, 'rack' | 'sled' | 'physical_disk' | 'switch' | 'switch_port'>

type Report<Table extends HardwareTable> = {
  table: Table
  kind: Logged<Table>
  rows: Database[Table][]
  /** Columns that operators decide. */
  own: readonly (keyof Database[Table])[]
  isFirst: boolean
}

/** Every table here has an id, as racks have, but the compiler can't see that across all of them. */
const asRacks = <Table extends HardwareTable>(report: Report<Table>) => report as unknown as Report<'rack'>

async function storeRows(
  context: Context,
  { table, kind, rows, own, isFirst }: Report<'rack'>,
): Promise<void> {
  if (isFirst) return insertQuietly(context, table, rows)
  const reported = new Map(rows.map((row) => [row.id, row]))
  const known = new Map<string, RackRow>()
  // Missing rows first: a new port may take the place of a missing one, and places are unique.
  for (const row of await context.db.selectFrom(table).selectAll().execute()) {
    const after = reported.get(row.id)
    if (after && placeOf(after) === placeOf(row)) known.set(row.id, row)
    else await retire(context, kind, row)
  }
  for (const row of rows) {
    const before = known.get(row.id)
    if (!before) await kind.create(context, fleet, row)
    else await storeChange(context, kind, before, row, own)
  }
}

/** Returns where a port is. A port that moves is deleted and created, because ports may have swapped their places. */
const placeOf = (row: object): string | undefined =>
  'switch_slot' in row && 'rack_id' in row && 'name' in row
    ? [row.rack_id, row.switch_slot, row.name].join('/')
    : undefined

/** Takes a row that is no longer reported out of service, or deletes it. Racks stay: their sleds refer to them. */
async function retire(context: Context, kind: Logged<'rack'>, row: RackRow): Promise<void> {
  const placed = { row, scope: fleet }
  if ('in_service' in row) {
    if (row.in_service === 0) return
    const retired = { in_service: 0, time_modified: now(context) }
    await kind.update(context, placed, retired)
  } else if ('switch_slot' in row || 'slot' in row) await kind.remove(context, placed)
}

async function insertQuietly(context: Context, table: 'rack', rows: readonly RackRow[]): Promise<void> {
  for (const some of chunks(rows))
    await rawWriter(context)
      .insertInto(table)
      .values(some)
      // Another server may have stored the same report.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Updates a row that differs from its report, except for its times and for the columns that operators decide. */
async function storeChange(
  context: Context,
  kind: Logged<'rack'>,
  before: RackRow,
  reported: RackRow,
  own: readonly string[],
): Promise<void> {
  const kept = new Set<string>([...own, 'time_created', 'time_modified'])
  const was = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(reported).filter(([key, value]) => !kept.has(key) && was.get(key) !== value)
  if (changed.length === 0) return
  const values = {
    ...Object.fromEntries(changed),
    ...('time_modified' in before && { time_modified: now(context) }),
  }
  await kind.update(context, { row: before, scope: fleet }, values)
}
