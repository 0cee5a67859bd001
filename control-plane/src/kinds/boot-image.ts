import { sql } from 'kysely'
import type { Scan } from '../kit/named.ts'

export type BootImageQuery = { image?: string[] | undefined; os?: string[] | undefined }

/**
 * Returns the condition that an instance boots from a disk of one of the images, or null without such a filter. It reads
 * rows by key, so its cost depends on the listed instances only.
 * @param query names or IDs of images, and operating systems.
 */
export function bootsFrom({ image = [], os = [] }: BootImageQuery): Scan | null {
  if (image.length === 0 && os.length === 0) return null
  const named = sql` and (image.name in (${sql.join(image)}) or image.id in (${sql.join(image)}))`
  const ofSystem = sql` and image.os in (${sql.join(os)})`
  return {
    key: `image ${image.length} os ${os.length}`,
    values: [...image, ...image, ...os],
    matches: sql`exists (select 1 from disk join image on image.id = disk.image_id
      where disk.id = boot_disk_id${image.length > 0 ? named : sql``}${os.length > 0 ? ofSystem : sql``})`,
    column: 'boot_disk_id',
  }
}
