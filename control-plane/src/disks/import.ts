import { atField } from '../kit/base/at-field.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { base64Problem, fromBase64 } from '@granary/domain/base64.ts'
import { bulkWriteProblem, MAX_BULK_WRITE, MAX_RAW_WRITE } from '@granary/domain/sizes.ts'
import type { DiskRow } from '../database/schema.ts'
import type { OuterContext } from '../kit/context/context.ts'
import { insufficientCapacity, invalidRequest, notFound, unavailable } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { insertSnapshot } from '../shared/storage/insert-snapshot.ts'
import { enqueue } from '../tasks/queue.ts'
import { keepLease } from './import-lease.ts'
import { diskOutcome } from '../kinds/disk-outcome.ts'
import { disk } from '../kinds/disk.ts'

export const diskImportHandlers = handlers({
  diskBulkWriteImportStart: async (context, { found }) => {
    diskOutcome('bulk_write_start', found.row)
    await disk.update(context, found, { state: 'importing_from_bulk_writes' })
  },

  // Runs outside a transaction: the bytes go to the driver, and the database does not change.
  diskBulkWriteImport: {
    raw: async (context, { body, found: { row } }) => {
      diskOutcome('bulk_write', row)
      const problem = base64Problem(body.base64EncodedData)
      if (problem)
        throw invalidRequest(`error base64 decoding data: ${problem}`).at(
          'base64_encoded_data',
          'invalid_format',
        )
      const bytes = fromBase64(body.base64EncodedData)
      await writeBlocks(context, row, { offset: body.offset, bytes, most: MAX_BULK_WRITE })
      return new Response(null, { status: 204 })
    },
  },

  // The same with raw bytes, several times faster; see docs/decisions.md.
  diskWriteBlocks: {
    raw: async (context, { query: { offset, holder }, body, found: { row } }) => {
      diskOutcome('bulk_write', row)
      if (body.length === 0) throw invalidRequest('data must not be empty')
      if (holder) await keepLease(context, row.id, holder)
      await writeBlocks(context, row, { offset, bytes: body, most: MAX_RAW_WRITE })
      return new Response(null, { status: 204 })
    },
  },

  diskBulkWriteImportStop: async (context, { found }) => {
    diskOutcome('bulk_write_stop', found.row)
    await disk.update(context, found, { state: 'import_ready' })
  },

  diskFinalizeImport: async (context, { body, found }) => {
    diskOutcome('finalize', found.row)
    const row = await disk.update(context, found, { state: 'finalizing' })
    if (body.snapshotName == null) return enqueue(context, 'disk', row.id, found.scope)
    const description = `made of the import of disk ${row.name}`
    const identity = { name: body.snapshotName, description }
    await atField('snapshot_name', () => insertSnapshot(context, found.scope, row, identity))
  },
})

/**
 * Has the driver write one chunk, which is durable when this resolves.
 * @throws ApiError 400 when the chunk does not fit the disk, or the import ended during the write: then its snapshot may or
 * may not contain the chunk. 404 when the disk is gone. 507 when no space is left.
 */
async function writeBlocks(
  { db, services }: OuterContext,
  row: DiskRow,
  { offset, bytes, most }: { offset: number; bytes: Uint8Array; most: number },
): Promise<void> {
  const place = { offset, length: bytes.length, most, blockSize: row.block_size, diskSize: row.size }
  const problem = bulkWriteProblem(place)
  if (problem) throw invalidRequest(problem)
  try {
    await services.compute.writeBlocks(row.id, offset, bytes)
  } catch (error) {
    if (!(error instanceof DriverError)) throw error
    services.log('warn', 'blocks could not be written', { disk: row.id, error: error.message })
    if (error.kind === 'insufficient_capacity')
      throw insufficientCapacity('no space is left for the content of disks; try again when some is free')
    throw unavailable('the disk cannot be written to at present; try again')
  }
  const after = await db
    .selectFrom('disk')
    .select(['name', 'state'])
    .where('id', '=', row.id)
    .executeTakeFirst()
  if (!after) throw notFound('disk', { id: row.id })
  diskOutcome('bulk_write', after)
}
