import { certificateFacts } from '@granary/contract/x509/chain.ts'
import { chainEnd } from '@granary/domain/certificates.ts'
import { sql } from 'kysely'
import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

type Certificates = { certificate: { id: string; cert: string; time_expires: string | null } }

/**
 * When certificates expire, so that nothing parses them again to look for those near their end, and indexes that hold only the
 * rows with an issue, for counts over all silos.
 */
export const certificateEnds: Migration = {
  id: 43,
  name: 'certificate-ends',
  async up(db, engine) {
    await db.schema.alterTable('certificate').addColumn('time_expires', columns(engine).text).execute()
    const certificates = db.withTables<Certificates>()
    for (const { id, cert } of await certificates.selectFrom('certificate').select(['id', 'cert']).execute())
      await certificates
        .updateTable('certificate')
        .set({ time_expires: await endOf(cert) })
        .where('id', '=', id)
        .execute()
    for (const index of [
      sql`instance_failed on instance (project_id) where run_state = 'failed'`,
      sql`disk_detached on disk (project_id) where state = 'detached'`,
      sql`disk_importing on disk (project_id) where state in ('import_ready', 'importing_from_bulk_writes')`,
      sql`floating_ip_unused on external_ip (project_id) where kind = 'floating' and instance_id is null`,
    ])
      await sql`create index ${index}`.execute(db)
  },
}

/** Returns the end of a chain as stored; null for a text that is no certificate. */
async function endOf(cert: string): Promise<string | null> {
  try {
    return chainEnd(await certificateFacts(cert)).toISOString()
  } catch {
    return null
  }
}
