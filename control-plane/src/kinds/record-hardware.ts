import type { Equipment } from '@granary/compute/equipment.ts'
import type { Sled } from '@granary/compute/sled.ts'
import type { Database, RackRow } from '../database/schema.ts'
import { fleet } from '../kit/authorization.ts'
import { chunks } from '../kit/chunks.ts'
import { type Context, now } from '../kit/context.ts'
import type { Logged, LoggedTable } from '../kit/logged.ts'
import { rawWriter } from '../kit/raw-writer.ts'
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
  ) => storeRows(context, { table, kind, rows, own, isFirst })
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
      usable_physical_ram: each.usablePhysicalRam,
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
        form_factor: formFactor,
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

async function storeRows<Table extends HardwareTable>(
  context: Context,
  { table, kind, rows, own, isFirst }: Report<Table>,
): Promise<void> {
  if (isFirst) return insertQuietly(context, table, rows)
  const reported = new Map(rows.map((row) => [row.id, row]))
  const known = new Map<string, Database[Table]>()
  // Missing rows first: a new port may take the place of a missing one, and places are unique.
  for (const row of await rowsOf(context, table)) {
    const after = reported.get(row.id)
    if (after && placeOf(after) === placeOf(row)) known.set(row.id, row)
    else await retire(context, kind, row)
  }
  for (const row of rows) {
    const before = known.get(row.id)
    if (!before) await kind.create(context, fleet, row as never)
    else await storeChange(context, kind, before, row, own)
  }
}

/** Returns where a port is. A port that moves is deleted and created, because ports may have swapped their places. */
const placeOf = (row: Database[HardwareTable]): string | undefined =>
  'switch_slot' in row ? `${row.rack_id}/${row.switch_slot}/${row.name}` : undefined

/** Takes a row that is no longer reported out of service, or deletes it. Racks stay: their sleds refer to them. */
async function retire<Table extends HardwareTable>(
  context: Context,
  kind: Logged<Table>,
  row: Database[Table],
): Promise<void> {
  const placed = { row: row as never, scope: fleet }
  if ('in_service' in row) {
    if (row.in_service === 0) return
    await kind.update(context, placed, { in_service: 0, time_modified: now(context) } as never)
  } else if ('switch_slot' in row || 'slot' in row) await kind.remove(context, placed)
}

const rowsOf = <Table extends HardwareTable>(context: Context, table: Table) =>
  context.db
    .selectFrom(table as 'rack')
    .selectAll()
    .execute() as unknown as Promise<Database[Table][]>

async function insertQuietly<Table extends HardwareTable>(
  context: Context,
  table: Table,
  rows: readonly Database[Table][],
): Promise<void> {
  for (const some of chunks(rows))
    await rawWriter(context)
      .insertInto(table as 'rack')
      .values(some as RackRow[])
      // Another server may have stored the same report.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Updates a row that differs from its report, except for its times and for the columns that operators decide. */
async function storeChange<Table extends HardwareTable>(
  context: Context,
  kind: Logged<Table>,
  before: Database[Table],
  reported: Database[Table],
  own: readonly (keyof Database[Table])[],
): Promise<void> {
  const kept = new Set<PropertyKey>([...own, 'time_created', 'time_modified'])
  const changed = Object.entries(reported).filter(
    ([key, value]) => !kept.has(key) && before[key as keyof typeof before] !== value,
  )
  if (changed.length === 0) return
  const values = {
    ...Object.fromEntries(changed),
    ...('time_modified' in before && { time_modified: now(context) }),
  }
  await kind.update(context, { row: before as never, scope: fleet }, values as never)
}
