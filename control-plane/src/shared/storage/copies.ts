import type { Reader } from '../../kit/context/reader.ts'

/**
 * Whether a copy from a snapshot or an image is still pending. Deleting the source succeeds at once; the driver keeps
 * the content until the last copy is complete.
 */
export async function pendingCopies(
  db: Reader,
  { snapshotId = '', imageId = '' }: { snapshotId?: string; imageId?: string },
): Promise<boolean> {
  const disk = await db
    .selectFrom('disk')
    .select('id')
    .where('state', '=', 'creating')
    .where((where) => where.or([where('snapshot_id', '=', snapshotId), where('image_id', '=', imageId)]))
    .executeTakeFirst()
  const image = await db
    .selectFrom('image')
    .select('id')
    .where('state', '=', 'creating')
    .where('source_snapshot_id', '=', snapshotId)
    .executeTakeFirst()
  return Boolean(disk ?? image)
}

/**
 * Whether a snapshot of a disk is still pending. Here too, deleting the disk succeeds at once, and a disk that waits for
 * its snapshots keeps waiting for the last of them.
 */
export const hasPendingSnapshot = async (db: Reader, diskId: string): Promise<boolean> =>
  (await db
    .selectFrom('snapshot')
    .select('id')
    .where('disk_id', '=', diskId)
    .where('state', '=', 'creating')
    .executeTakeFirst()) !== undefined
