import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { OpenDatabase } from '../../src/database/open-database.ts'

/**
 * Checks that the simulated rack has the machines, disks, snapshots and images of the API and no others, and no content that
 * none of these needs. @param data the server's data folder.
 */
export async function expectRackOwned(db: OpenDatabase['db'], data: string): Promise<void> {
  const records = await db.selectFrom('driver_record').selectAll().execute()
  const of = (kind: string): Map<string, { layer: string; parent: string | null }> =>
    new Map(
      records
        .filter(({ key }) => key.startsWith(`${kind}/`))
        .map(({ key, value }) => [key.slice(kind.length + 1), JSON.parse(value)]),
    )
  const ids = async (kind: 'instance' | 'disk' | 'snapshot' | 'image') =>
    (await db.selectFrom(kind).select('id').execute()).map(({ id }) => id).toSorted()
  expect([...of('machine').keys()].toSorted(), 'machines').toEqual(await ids('instance'))
  const heads: string[] = []
  for (const kind of ['disk', 'snapshot', 'image'] as const) {
    const known = of(kind)
    expect([...known.keys()].toSorted(), kind).toEqual(await ids(kind))
    for (const { layer } of known.values()) heads.push(layer)
  }
  const layers = of('layer')
  const needed = new Set<string>()
  for (let at of heads)
    for (
      let layer: string | null = at;
      layer !== null && !needed.has(layer);
      layer = layers.get(layer)!.parent
    )
      needed.add(layer)
  expect([...layers.keys()].toSorted(), 'layers').toEqual([...needed].toSorted())
  const volumes = readdirSync(join(data, 'blocks')).map((file) => file.replace(/\.(data|map)$/, ''))
  expect(
    volumes.filter((volume) => !needed.has(volume)),
    'files without a layer',
  ).toEqual([])
}
