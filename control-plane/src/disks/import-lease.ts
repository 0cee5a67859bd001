import { unlogged } from '../kit/sql/unlogged.ts'
import { IMPORT_LEASE, IMPORT_LEASE_LOW } from '@granary/domain/import-lease.ts'
import type { Context } from '../kit/context/context.ts'
import { conflict, invalidRequest } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'

export const importLeaseHandlers = handlers({
  // Not in the change log, because leases do not describe the disk and are renewed every few seconds.
  diskHoldImport: async (context, { body: { holder }, found: { row } }) => {
    if (row.source !== 'importing') throw invalidRequest(`disk "${row.name}" is not one of an import`)
    const lease = await leaseOf(context, row.id)
    const time = context.clock.now()
    if (lease && lease.holder !== holder && lease.held_until > time.toISOString()) throw heldByAnother()
    const values = { holder, held_until: untilAfter(time) }
    await unlogged(context)
      .insertInto('import_lease')
      .values({ disk_id: row.id, ...values })
      .onConflict((conflicting) => conflicting.column('disk_id').doUpdateSet(values))
      .execute()
  },
})

/**
 * Makes sure that the holder has the lease of an import for long enough to write a chunk, and renews it if needed.
 * Runs outside a transaction: the renewal is a single conditional statement.
 * @throws ApiError 409 when another holder has the lease.
 */
export async function keepLease(context: Context, diskId: string, holder: string): Promise<void> {
  const { db, clock } = context
  const time = clock.now()
  const enough = new Date(time.getTime() + IMPORT_LEASE_LOW).toISOString()
  const lease = await leaseOf({ db }, diskId)
  if (lease?.holder === holder && lease.held_until > enough) return
  const { numUpdatedRows } = await unlogged({ db })
    .updateTable('import_lease')
    .set({ held_until: untilAfter(time) })
    .where('disk_id', '=', diskId)
    .where('holder', '=', holder)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw heldByAnother()
}

const leaseOf = ({ db }: Pick<Context, 'db'>, diskId: string) =>
  db.selectFrom('import_lease').selectAll().where('disk_id', '=', diskId).executeTakeFirst()

const untilAfter = (time: Date): string => new Date(time.getTime() + IMPORT_LEASE).toISOString()

const heldByAnother = () => conflict('another upload goes on with this disk')
