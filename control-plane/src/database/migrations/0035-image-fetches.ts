import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Downloads that become images. */
export const imageFetches: Migration = {
  id: 35,
  name: 'image-fetches',
  async up(db, engine) {
    const t = tables(db, engine)
    let fetch = t.required(t.withId('image_fetch'), [
      'name',
      'description',
      'time_created',
      'silo_id',
      'project_id',
      'user_id',
      'os',
      'version',
      'url',
      'state',
      'disk_id',
      'snapshot_id',
    ])
    fetch = t.optional(fetch, [
      'checksum',
      'checksum_url',
      'etag',
      'image_id',
      'error_code',
      'message',
      'time_completed',
    ])
    fetch = t.required(fetch, ['block_size'], t.integer)
    fetch = t.required(fetch, ['bytes_done'], t.bigint)
    await t.optional(fetch, ['bytes_total'], t.bigint).execute()
    await t.index('image_fetch', 'project_id', 'id')
    await t.index('image_fetch', 'silo_id', 'state')
    await t.index('image_fetch', 'time_completed')
  },
}
