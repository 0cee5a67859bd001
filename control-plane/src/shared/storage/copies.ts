import type { Reader } from '../../kit/reader.ts'

/**
 * Whether something is still being copied from a snapshot or an image. Whoever deletes the source is answered at once;
 * the driver's content stays until the last copy has been made.
 */
export async function copiesUnderWay(
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
 * Whether a snapshot of a disk is still being made. Whoever deletes the disk is answered at once here too, and a disk that
 * waited for its snapshots goes on waiting for the last of them.
 */
export const snapshotUnderWay = async (db: Reader, diskId: string): Promise<boolean> =>
  (await db
    .selectFrom('snapshot')
    .select('id')
    .where('disk_id', '=', diskId)
    .where('state', '=', 'creating')
    .executeTakeFirst()) !== undefined
