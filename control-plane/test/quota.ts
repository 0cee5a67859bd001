import type { Kysely } from 'kysely'
import { SYSTEM_ORIGIN, transaction } from '../src/database/session.ts'
import type { Database } from '../src/database/schema.ts'
import type { HostServices } from '../src/kit/context/services.ts'

type Use = { cpus: number; memory: number; storage: number }

/**
 * Returns the counted usage by scope, and the totals of the rows: placed instances, disks, snapshots and images. The two must
 * always be equal. Scopes without usage are left out.
 */
export const useAndRows = ({ services }: { services: Pick<HostServices, 'db' | 'engine'> }) =>
  transaction(services.db, SYSTEM_ORIGIN, useAndRowsIn)

/** The same, within a transaction or for a database that nothing writes to. */
export async function useAndRowsIn(db: Kysely<Database>) {
  const rows: Record<string, Use> = {}
  const add = (scopes: (string | null)[], cpus: number, memory: number, storage: number) => {
    for (const scope of scopes) {
      if (!scope) continue
      const at = (rows[scope] ??= { cpus: 0, memory: 0, storage: 0 })
      at.cpus += cpus
      at.memory += memory
      at.storage += storage
    }
  }
  const silos = new Map(
    (await db.selectFrom('project').select(['id', 'silo_id']).execute()).map((row) => [row.id, row.silo_id]),
  )
  const instances = await db.selectFrom('instance').selectAll().execute()
  for (const { project_id, charged, ncpus, memory, sled_id } of instances)
    if (charged) add([project_id, silos.get(project_id)!, sled_id], ncpus, memory, 0)
  for (const { project_id, size } of await db.selectFrom('disk').selectAll().execute())
    add([project_id, silos.get(project_id)!], 0, 0, size)
  for (const { project_id, size } of await db.selectFrom('snapshot').selectAll().execute())
    add([project_id, silos.get(project_id)!], 0, 0, size)
  for (const { project_id, silo_id, size } of await db.selectFrom('image').selectAll().execute())
    add([project_id, silo_id], 0, 0, size)
  const used: Record<string, Use> = {}
  for (const { scope_id, ...use } of await db.selectFrom('provisioned').selectAll().execute())
    if (use.cpus || use.memory || use.storage) used[scope_id] = use
  return { used, rows, instances }
}
