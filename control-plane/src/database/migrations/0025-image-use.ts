import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Images count against the storage quota of their silo. */
export const imageUse: Migration = {
  id: 25,
  name: 'image-use',
  async up(db) {
    for (const scope of ['project_id', 'silo_id'] as const)
      await sql`
        insert into provisioned (scope_id, cpus, memory, storage)
        select ${sql.ref(scope)}, 0, 0, sum(size) from image where ${sql.ref(scope)} is not null
        group by ${sql.ref(scope)}
        on conflict (scope_id) do update set storage = provisioned.storage + excluded.storage
      `.execute(db)
  },
}
