import { BUNDLE_PART_BYTES } from '@granary/domain/support-bundles.ts'
import { supportBundleRow } from '../kinds/support-bundle.ts'
import type { Reader } from '../kit/context/reader.ts'
import type { Services } from '../kit/context/services.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { unlogged } from '../kit/sql/unlogged.ts'

/** Thrown when a bundle is no longer to be collected, or another server has begun to collect it anew. */
export class Superseded extends Error {}

/** Which attempt at which bundle. */
export type Attempt = { id: string; attempts: number }

/**
 * Stores a part of a zip file.
 * @throws Superseded
 */
export const storePart = (
  services: Services,
  { id, attempts }: Attempt,
  place: number,
  bytes: Uint8Array,
): Promise<void> =>
  inTransaction(systemContext(services, 'support_bundle'), async (context) => {
    const row = await supportBundleRow(context.db, id)
    if (row?.state !== 'collecting' || row.attempts !== attempts) throw new Superseded()
    await unlogged(context)
      .insertInto('support_bundle_part')
      .values({ bundle_id: id, place, bytes })
      .execute()
  })

/** Rows that one statement deletes: 4 MiB, so that requests wait for an embedded database for milliseconds. */
const AT_ONCE = 16

/** Deletes all parts of a bundle, a few at a time. */
export async function deleteParts(services: Services, id: string): Promise<void> {
  for (;;) {
    const rows = await services.db
      .selectFrom('support_bundle_part')
      .select('place')
      .where('bundle_id', '=', id)
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) return
    await inTransaction(systemContext(services, 'support_bundle'), async (context) => {
      await unlogged(context)
        .deleteFrom('support_bundle_part')
        .where('bundle_id', '=', id)
        .where(
          'place',
          'in',
          rows.map(({ place }) => place),
        )
        .execute()
    })
  }
}

/** Returns what reads the stored zip file of a bundle. It fails if the bundle is deleted while it is read. */
export const readStored = (db: Reader, id: string) =>
  async function* (first: number, last: number): AsyncIterable<Uint8Array> {
    for (let at = first; at <= last;) {
      const place = Math.floor(at / BUNDLE_PART_BYTES)
      const begin = place * BUNDLE_PART_BYTES
      const row = await db
        .selectFrom('support_bundle_part')
        .select('bytes')
        .where('bundle_id', '=', id)
        .where('place', '=', place)
        .executeTakeFirst()
      if (!row) throw new Error('the support bundle was deleted')
      const part = row.bytes.subarray(at - begin, last + 1 - begin)
      yield part
      at += part.length
    }
  }
