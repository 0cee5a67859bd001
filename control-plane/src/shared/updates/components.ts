import type { UpdateComponentRow } from '../../database/schema.ts'
import type { Reader } from '../../kit/context/reader.ts'

/** A component with its serial number. */
export type NamedComponent = UpdateComponentRow & { serial: string | null }

/** Returns the components, by ID. */
export async function componentsOf({ db }: { db: Reader }): Promise<NamedComponent[]> {
  const rows = await db
    .selectFrom('update_component')
    .leftJoin('sled', 'sled.id', 'update_component.id')
    .leftJoin('switch', 'switch.id', 'update_component.id')
    .selectAll('update_component')
    .select(['sled.serial as sled_serial', 'switch.serial as switch_serial'])
    .orderBy('update_component.id')
    .execute()
  return rows.map(({ sled_serial, switch_serial, ...row }) => ({
    ...row,
    serial: sled_serial ?? switch_serial,
  }))
}

/** Returns a component's name in a sentence, such as `Sled GRN260001`. */
export const nameOf = ({ kind, id, serial }: NamedComponent): string =>
  `${kind === 'sled' ? 'Sled' : 'Switch'} ${serial ?? id}`

/** Returns the release of a component as the status counts it. */
const releaseOf = ({ version, answers }: UpdateComponentRow): string =>
  answers === 0 ? 'unknown' : (version ?? 'install dataset')

/** Counts the components by the release that they run. */
export async function countByRelease(context: { db: Reader }): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const release of (await componentsOf(context)).map(releaseOf))
    counts[release] = (counts[release] ?? 0) + 1
  return counts
}

/** Whether a component has yet to be updated to a release, or its update has yet to end. */
export const needsUpdate = (component: UpdateComponentRow, version: string): boolean =>
  releaseOf(component) !== version || component.updating_to !== null

/** Whether a component has yet to be updated to a release. */
export const isUnfinished = async (context: { db: Reader }, version: string): Promise<boolean> =>
  (await componentsOf(context)).some((component) => needsUpdate(component, version))
