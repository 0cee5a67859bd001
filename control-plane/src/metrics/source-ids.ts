import { present } from '../kit/base/present.ts'
import type { Sled } from '@granary/compute/sled.ts'
import type { Fields } from '@granary/domain/timeseries/schema.ts'
import type { Insertable } from 'kysely'
import type { MetricTables } from '../database/metric-tables.ts'
import { chunks } from '../kit/base/chunks.ts'
import type { Services } from '../kit/context/services.ts'
import type { Reading } from './rounds.ts'
import { NAMING_FIELDS, type SourceReading } from './sources.ts'

type Owners = {
  instances: Map<string, { projectId: string; siloId: string }>
  blockSizes: Map<string, number>
  sleds: Map<string, Sled>
}
type SourceRow = Insertable<MetricTables['metric_source']>

/** Finds the stored sources of readings. It remembers those of the last round, so that a usual round reads no table. */
export class SourceIds {
  #known = new Map<string, number>()
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /** The sources of the last round. */
  ids(): Iterable<number> {
    return this.#known.values()
  }

  /** Forgets the last round, so that the next one looks up all sources. */
  forget(): void {
    this.#known.clear()
  }

  /** Whether the last round had a source of this reading. */
  isKnown(reading: SourceReading): boolean {
    return this.#known.has(keyOf(reading))
  }

  /**
   * Returns the readings with the ids of their sources, which it creates. Readings of machines or disks that the control
   * plane doesn't have are left out.
   */
  async identify(readings: readonly SourceReading[], now: number): Promise<Reading[]> {
    const unknown = readings.filter((reading) => !this.#known.has(keyOf(reading)))
    const created = unknown.length > 0 ? await this.#lookUp(unknown, now) : new Map<string, number>()
    // Sources that stopped are looked up when they are back, so that the map has only what runs.
    const current = new Map<string, number>()
    const identified = readings.flatMap((reading) => {
      const key = keyOf(reading)
      const sourceId = this.#known.get(key) ?? created.get(key)
      if (sourceId === undefined) return []
      current.set(key, sourceId)
      return [{ sourceId, since: reading.since, values: reading.values }]
    })
    this.#known = current
    return identified
  }

  async #lookUp(readings: readonly SourceReading[], now: number): Promise<Map<string, number>> {
    const owners = await ownersOf(this.#services, readings)
    const rows = readings.flatMap((reading) => {
      const row = sourceRow(reading, owners, now)
      return row ? [[keyOf(reading), row] as const] : []
    })
    const ids = new Map<string, number>()
    for (const some of chunks(rows)) {
      const found = await storeSources(
        this.#services,
        some.map(([, row]) => row),
      )
      for (const [key, row] of some)
        ids.set(key, present(found.get(row.target + row.fields), 'the ID of a source'))
    }
    return ids
  }
}

const keyOf = ({ target, machineId, sledId, resourceId }: SourceReading): string =>
  target === 'virtual_machine' ? `${machineId}/${sledId}` : `${machineId}/${resourceId}`

const isOfDisk = ({ target }: Pick<SourceReading, 'target'>): boolean =>
  target === 'virtual_disk' || target === 'disk_latency'

async function ownersOf({ db, compute }: Services, readings: readonly SourceReading[]): Promise<Owners> {
  const owners: Owners = { instances: new Map(), blockSizes: new Map(), sleds: new Map() }
  for (const some of chunks([...new Set(readings.map(({ machineId }) => machineId))])) {
    const rows = await db
      .selectFrom('instance')
      .innerJoin('project', 'project.id', 'instance.project_id')
      .select(['instance.id', 'project_id', 'silo_id'])
      .where('instance.id', 'in', some)
      .execute()
    for (const row of rows) owners.instances.set(row.id, { projectId: row.project_id, siloId: row.silo_id })
  }
  const disks = readings.filter(isOfDisk)
  for (const some of chunks(disks.map(({ resourceId }) => resourceId))) {
    const rows = await db.selectFrom('disk').select(['id', 'block_size']).where('id', 'in', some).execute()
    for (const row of rows) owners.blockSizes.set(row.id, row.block_size)
  }
  for (const sled of await compute.inventory()) owners.sleds.set(sled.id, sled)
  return owners
}

function sourceRow(reading: SourceReading, owners: Owners, time_created: number): SourceRow | null {
  const { target, machineId, resourceId } = reading
  const owner = owners.instances.get(machineId)
  const own = ownFields(reading, owners)
  if (!owner || !own) return null
  const { resource, instance } = NAMING_FIELDS[target]
  const { siloId: silo_id, projectId: project_id } = owner
  const fields: Fields = { silo_id, project_id, [instance]: machineId, [resource]: resourceId, ...own }
  const sorted = Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    target,
    fields: JSON.stringify(sorted),
    silo_id,
    project_id,
    instance_id: machineId,
    resource_id: resourceId,
    time_created,
  }
}

/** Returns the fields that only this target has; null for a resource that the control plane doesn't know. */
function ownFields({ target, sledId, resourceId }: SourceReading, owners: Owners): Fields | null {
  if (target === 'instance_network_interface') return {}
  if (isOfDisk({ target })) {
    const blockSize = owners.blockSizes.get(resourceId)
    return blockSize === undefined ? null : { block_size: blockSize }
  }
  const sled = owners.sleds.get(sledId)
  if (!sled) return null
  const { part, serial, revision } = sled.baseboard
  return { sled_id: sledId, sled_model: part, sled_serial: serial, sled_revision: revision }
}

/** Inserts the sources that are not stored yet. @returns the ids of all, by target and fields. */
async function storeSources({ metrics }: Services, rows: readonly SourceRow[]): Promise<Map<string, number>> {
  // Each row has seven parameters, and PostgreSQL allows 65,535.
  await metrics
    .insertInto('metric_source')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['target', 'fields']).doNothing())
    .execute()
  const stored = await metrics
    .selectFrom('metric_source')
    .select(['id', 'target', 'fields'])
    .where('instance_id', 'in', [...new Set(rows.map(({ instance_id }) => instance_id))])
    .execute()
  return new Map(stored.map(({ id, target, fields }) => [target + fields, id]))
}
