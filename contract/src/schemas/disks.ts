import { z } from 'zod'
import { extra } from '../extension.ts'
import { ByteCount, Name, NameOrId, countedPageOf, Uuid } from '../scalars.ts'
import { taggedCreate, taggedIdentity } from './tags.ts'

export const BlockSize = z
  .literal([512, 2048, 4096])
  .meta({ id: 'BlockSize', type: 'integer', title: 'Disk block size in bytes' })
export const DiskType = z.enum(['distributed', 'local']).meta({ id: 'DiskType' })

/** The state of a disk; the states around an attachment include the instance. */
export const DiskState = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('creating') }),
    z.object({ state: z.literal('detached') }),
    z.object({ state: z.literal('import_ready') }),
    z.object({ state: z.literal('importing_from_url') }),
    z.object({ state: z.literal('importing_from_bulk_writes') }),
    z.object({ state: z.literal('finalizing') }),
    z.object({ state: z.literal('maintenance') }),
    z.object({
      state: z.literal('attaching'),
      instance: Uuid.meta({ description: 'Instance that the disk is attached to, or on its way to or from' }),
    }),
    z.object({
      state: z.literal('attached'),
      instance: Uuid.meta({ description: 'Instance that the disk is attached to, or on its way to or from' }),
    }),
    z.object({
      state: z.literal('detaching'),
      instance: Uuid.meta({ description: 'Instance that the disk is attached to, or on its way to or from' }),
    }),
    z.object({ state: z.literal('destroyed') }),
    z.object({ state: z.literal('faulted') }),
  ])
  .meta({ id: 'DiskState' })

export const Disk = z
  .object({
    ...taggedIdentity,
    projectId: Uuid.meta({ description: 'Project of the disk' }),
    size: ByteCount.meta({ description: 'Size in bytes' }),
    blockSize: BlockSize.meta({ description: 'Block size in bytes' }),
    diskType: DiskType.meta({ description: 'Whether the disk is spread over sleds or lies on one' }),
    readOnly: z.boolean().meta({ description: 'Whether instances can only read from it' }),
    state: DiskState.meta({ description: 'State of the disk' }),
    devicePath: z.string().meta({ description: 'Path of the disk inside an instance' }),
    imageId: Uuid.nullable().meta({ description: 'Image that it was made from, if any' }),
    snapshotId: Uuid.nullable().meta({ description: 'Snapshot that it was made from, if any' }),
    deletionProtected: extra(
      z.boolean().meta({ description: 'Whether deleting the disk is refused until that is lifted' }),
    ),
    failure: extra(
      z.string().nullable().meta({ description: 'Why it could not be made; null unless it is faulted' }),
    ),
  })
  .meta({ id: 'Disk' })

export const DiskSource = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('blank'), blockSize: BlockSize.meta({ description: 'Block size in bytes' }) }),
    z.object({
      type: z.literal('snapshot'),
      snapshotId: Uuid.meta({ description: 'Snapshot to copy' }),
      readOnly: z.boolean().default(false).meta({ description: 'Whether instances can only read from it' }),
    }),
    z.object({
      type: z.literal('image'),
      imageId: Uuid.meta({ description: 'Image to copy' }),
      readOnly: z.boolean().default(false).meta({ description: 'Whether instances can only read from it' }),
    }),
    z.object({
      type: z.literal('importing_blocks'),
      blockSize: BlockSize.meta({ description: 'Block size in bytes' }),
    }),
  ])
  .meta({ id: 'DiskSource' })

export const DiskBackend = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('local') }),
    z.object({
      type: z.literal('distributed'),
      diskSource: DiskSource.meta({ description: 'Initial content' }),
    }),
  ])
  .meta({ id: 'DiskBackend' })

export const DiskCreate = z
  .object({
    ...taggedCreate,
    size: ByteCount.meta({ description: 'Size in bytes, a multiple of 1 GiB' }),
    diskBackend: DiskBackend.meta({ description: 'Where the disk lies, and its initial content' }),
  })
  .meta({ id: 'DiskCreate' })

/** One chunk of an import; chunks may arrive in any order, concurrently and repeatedly. */
export const ImportBlocksBulkWrite = z
  .object({
    offset: ByteCount.meta({
      description: 'Bytes from the start of the disk, a multiple of its block size.',
    }),
    base64EncodedData: z
      .string()
      .max(1_048_576)
      .meta({ description: 'Standard alphabet with padding; at most 512 KiB after decoding, whole blocks.' }),
  })
  .meta({ id: 'ImportBlocksBulkWrite' })

export const FinalizeDisk = z
  .object({
    snapshotName: Name.nullish().meta({ description: 'Keeps what was imported as a snapshot of this name.' }),
  })
  .meta({ id: 'FinalizeDisk' })

/** Random id, chosen by the importing client. */
export const ImportHolder = z
  .string()
  .length(32)
  .regex(/^[0-9a-f]{32}$/)
  .meta({ id: 'ImportHolder' })

/** A block of the imported data. Missing blocks are zeros. */
export const BlockDigest = z
  .object({
    offset: ByteCount.meta({ description: 'Bytes from the start of the disk.' }),
    length: ByteCount.meta({ description: 'Length of the block in bytes' }),
    sha256: z.string().meta({ description: 'In hexadecimal digits.' }),
  })
  .meta({ id: 'BlockDigest' })

export const DiskPath = z
  .object({ disk: NameOrId.meta({ description: 'Name or ID of the disk' }) })
  .meta({ id: 'DiskPath' })
export const DiskPage = countedPageOf(Disk).meta({ id: 'DiskResultsPage' })
