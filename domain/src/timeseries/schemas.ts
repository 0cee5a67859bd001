import type { TimeseriesSchema } from './schema.ts'
import { COLLECTION_TARGET } from './schemas/collection-target.ts'
import { INSTANCE_NETWORK_INTERFACE } from './schemas/network-interface.ts'
import { VIRTUAL_DISK } from './schemas/virtual-disk.ts'
import { VIRTUAL_MACHINE } from './schemas/virtual-machine.ts'

/** All series that can be queried, sorted by name. Some have no data, because the driver doesn't measure them. */
export const TIMESERIES_SCHEMAS: readonly TimeseriesSchema[] = [
  ...COLLECTION_TARGET,
  ...INSTANCE_NETWORK_INTERFACE,
  ...VIRTUAL_DISK,
  ...VIRTUAL_MACHINE,
].sort((a, b) => (a.timeseriesName < b.timeseriesName ? -1 : 1))

const byName = new Map(TIMESERIES_SCHEMAS.map((schema) => [schema.timeseriesName, schema]))

/** Returns the schema of a series such as "virtual_disk:reads", if there is one. */
export const schemaNamed = (name: string): TimeseriesSchema | undefined => byName.get(name)
