import { z } from 'zod'
import { MAX_RAW_WRITE } from '@granary/domain/sizes.ts'
import { Bytes, del, family, get, post, put } from './operation.ts'
import {
  ByteCount,
  identity,
  identityCreate,
  inProject,
  Name,
  NameOrId,
  NameOrIdSortMode,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'

export const BlockSize = z
  .literal([512, 2048, 4096])
  .meta({ id: 'BlockSize', title: 'Disk block size in bytes' })
export const DiskType = z.enum(['distributed', 'local']).meta({ id: 'DiskType' })

/** What a disk is doing; the states around an attachment say to which instance. */
export const DiskState = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('creating') }),
    z.object({ state: z.literal('detached') }),
    z.object({ state: z.literal('import_ready') }),
    z.object({ state: z.literal('importing_from_url') }),
    z.object({ state: z.literal('importing_from_bulk_writes') }),
    z.object({ state: z.literal('finalizing') }),
    z.object({ state: z.literal('maintenance') }),
    z.object({ state: z.literal('attaching'), instance: Uuid }),
    z.object({ state: z.literal('attached'), instance: Uuid }),
    z.object({ state: z.literal('detaching'), instance: Uuid }),
    z.object({ state: z.literal('destroyed') }),
    z.object({ state: z.literal('faulted') }),
  ])
  .meta({ id: 'DiskState' })

export const Disk = z
  .object({
    ...identity,
    projectId: Uuid,
    size: ByteCount,
    blockSize: BlockSize,
    diskType: DiskType,
    readOnly: z.boolean(),
    state: DiskState,
    devicePath: z.string(),
    imageId: Uuid.nullable(),
    snapshotId: Uuid.nullable(),
  })
  .meta({ id: 'Disk' })

export const DiskSource = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('blank'), blockSize: BlockSize }),
    z.object({ type: z.literal('snapshot'), snapshotId: Uuid, readOnly: z.boolean().default(false) }),
    z.object({ type: z.literal('image'), imageId: Uuid, readOnly: z.boolean().default(false) }),
    z.object({ type: z.literal('importing_blocks'), blockSize: BlockSize }),
  ])
  .meta({ id: 'DiskSource' })

export const DiskBackend = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('local') }),
    z.object({ type: z.literal('distributed'), diskSource: DiskSource }),
  ])
  .meta({ id: 'DiskBackend' })

export const DiskCreate = z
  .object({ ...identityCreate, size: ByteCount, diskBackend: DiskBackend })
  .meta({ id: 'DiskCreate' })

/** One piece of an import; pieces may come in any order, at the same time, and again. */
export const ImportBlocksBulkWrite = z
  .object({
    /** Bytes from the start of the disk, a multiple of its block size. */
    offset: ByteCount,
    /** Standard alphabet with padding; at most 512 KiB after decoding, whole blocks. */
    base64EncodedData: z.string(),
  })
  .meta({ id: 'ImportBlocksBulkWrite' })

export const FinalizeDisk = z
  .object({
    /** Keeps what was imported as a snapshot of this name. */
    snapshotName: Name.nullish(),
  })
  .meta({ id: 'FinalizeDisk' })

/** Made up at random by whoever imports. */
const ImportHolder = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ id: 'ImportHolder' })

/** A block of what was imported so far. Blocks that are not there are zeros. */
export const BlockDigest = z
  .object({
    /** Bytes from the start of the disk. */
    offset: ByteCount,
    length: ByteCount,
    /** In hexadecimal digits. */
    sha256: z.string(),
  })
  .meta({ id: 'BlockDigest' })

export const DiskPath = z.object({ disk: NameOrId }).meta({ id: 'DiskPath' })
export const DiskPage = pageOf(Disk).meta({ id: 'DiskResultsPage' })

export const disks = family('disks', {
  diskList: get('/v1/disks', {
    summary: 'List disks',
    query: { project: NameOrId, nameContains: z.string().max(63).optional(), ...paginated(NameOrIdSortMode) },
    response: DiskPage,
  }),
  diskCreate: post('/v1/disks', {
    summary: 'Create disk',
    query: { project: NameOrId },
    body: DiskCreate,
    response: Disk,
  }),
  diskView: get('/v1/disks/{disk}', { summary: 'Fetch disk', query: inProject, response: Disk }),
  diskDelete: del('/v1/disks/{disk}', { summary: 'Delete disk', query: inProject }),
  diskBulkWriteImportStart: post('/v1/disks/{disk}/bulk-write-start', {
    summary: 'Begin to import blocks into disk',
    query: inProject,
  }),
  diskBulkWriteImport: post('/v1/disks/{disk}/bulk-write', {
    summary: 'Import blocks into disk',
    query: inProject,
    body: ImportBlocksBulkWrite,
    maxBody: 8 * 1_048_576,
  }),
  diskWriteBlocks: put('/experimental/v1/disks/{disk}/blocks', {
    summary: 'Import blocks into disk, as bytes',
    query: {
      ...inProject,
      /** Bytes from the start of the disk. Whole blocks, in any order, at the same time, and again. */
      offset: ByteCount,
      /** Who writes: refused (409) when it does not hold the disk any more, see `diskHoldImport`. */
      holder: ImportHolder.optional(),
    },
    body: Bytes,
    bodyType: 'bytes',
    maxBody: MAX_RAW_WRITE,
  }),
  diskBulkWriteImportStop: post('/v1/disks/{disk}/bulk-write-stop', {
    summary: 'Pause the import of blocks into disk',
    query: inProject,
  }),
  /** Refused (409) while somebody else holds it. Held for 15 seconds after this, or after the last piece by this holder. */
  diskHoldImport: put('/experimental/v1/disks/{disk}/import-holder', {
    summary: 'Hold the import of disk, so that no other upload goes on with it',
    query: inProject,
    body: z.object({ holder: ImportHolder }).meta({ id: 'HoldImport' }),
  }),
  diskBlockDigests: get('/experimental/v1/disks/{disk}/block-digests', {
    summary: 'List digests of the blocks that were imported into disk so far',
    query: {
      ...inProject,
      /** Bytes from the start of the disk, a multiple of 512 KiB. */
      offset: ByteCount,
      /** In bytes, at most 64 MiB; what is beyond the end of the disk is left out. */
      length: ByteCount,
    },
    response: z.object({ items: z.array(BlockDigest) }).meta({ id: 'BlockDigests' }),
  }),
  diskFinalizeImport: post('/v1/disks/{disk}/finalize', {
    summary: 'End the import of disk',
    query: inProject,
    body: FinalizeDisk,
  }),
})
