import { z } from 'zod'
import { diskStates } from '@granary/domain/disk-states.ts'
import { MAX_LISTED } from '@granary/domain/limits.ts'
import { MAX_RAW_WRITE } from '@granary/domain/sizes.ts'
import { extra, extraInput } from './extension.ts'
import { on } from './needs.ts'
import { Bytes, del, family, get, post, put } from './operation.ts'
import {
  ByteCount,
  identity,
  identityCreate,
  inProject,
  Name,
  NameOrId,
  NameOrIdSortMode,
  ofProject,
  countedPageOf,
  paginated,
  searchable,
  Uuid,
} from './scalars.ts'

export const BlockSize = z
  .literal([512, 2048, 4096])
  .meta({ id: 'BlockSize', title: 'Disk block size in bytes' })
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
    ...identity,
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
    ...identityCreate,
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
const ImportHolder = z
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

export const disks = family('disks', {
  diskList: get('/v1/disks', {
    summary: 'List disks',
    description: 'Can be narrowed to names that contain a text, to states and to types.',
    needs: on('project', 'list_contents'),
    shows: ['disk'],
    columns: ['name', 'state', 'size', 'diskType', 'timeCreated', 'id'],
    query: {
      ...ofProject,
      ...searchable,
      state: extraInput(
        z
          .array(z.enum(diskStates))
          .max(MAX_LISTED)
          .meta({ description: 'Only disks in one of these states' }),
      ),
      diskType: extraInput(
        z.array(DiskType).max(MAX_LISTED).meta({ description: 'Only disks of one of these types' }),
      ),
      ...paginated(NameOrIdSortMode),
    },
    response: DiskPage,
  }),
  diskCreate: post('/v1/disks', {
    summary: 'Create disk',
    description:
      'The disk is blank, or made from a snapshot or an image, or waits for an import. It counts against the storage quota at once.',
    needs: on('project', 'modify_contents'),
    changes: ['disk'],
    query: ofProject,
    body: DiskCreate,
    response: Disk,
  }),
  diskView: get('/v1/disks/{disk}', {
    summary: 'Fetch disk',
    description: 'Includes the state, and the instance that the disk is attached to.',
    needs: on('disk', 'read'),
    shows: ['disk'],
    query: inProject,
    response: Disk,
  }),
  diskDelete: del('/v1/disks/{disk}', {
    summary: 'Delete disk',
    description: 'The disk has to be detached. Snapshots of it stay.',
    needs: on('disk', 'modify_contents'),
    changes: ['disk', 'instance'],
    query: inProject,
  }),
  diskProtect: post('/experimental/v1/disks/{disk}/protect', {
    summary: 'Protect disk from deletion',
    description:
      'Deleting the disk is refused until the protection is lifted, also with its instance, project or silo.',
    needs: on('disk', 'modify_contents'),
    changes: ['disk'],
    query: inProject,
    response: Disk,
    status: 200,
  }),
  diskUnprotect: post('/experimental/v1/disks/{disk}/unprotect', {
    summary: 'Lift the deletion protection of disk',
    description: 'The disk can be deleted again. Succeeds when it is not protected.',
    needs: on('disk', 'modify_contents'),
    changes: ['disk'],
    query: inProject,
    response: Disk,
    status: 200,
  }),
  diskBulkWriteImportStart: post('/v1/disks/{disk}/bulk-write-start', {
    summary: 'Start importing blocks into disk',
    description:
      'The disk has to have been created for an import. It then accepts blocks until the import is paused or ended.',
    needs: on('disk', 'modify_contents'),
    changes: ['disk'],
    query: inProject,
  }),
  diskBulkWriteImport: post('/v1/disks/{disk}/bulk-write', {
    summary: 'Import blocks into disk, as base64',
    description:
      'Writes up to 512 KiB, as base64. Requests can come in any order, at the same time, and repeatedly.',
    needs: on('disk', 'modify_contents'),
    changes: [],
    query: inProject,
    body: ImportBlocksBulkWrite,
    maxBody: 8 * 1_048_576,
  }),
  diskWriteBlocks: put('/experimental/v1/disks/{disk}/blocks', {
    summary: 'Import blocks into disk, as raw bytes',
    description:
      'Writes raw bytes, which is several times faster than base64. Requests can come in any order, at the same time, and repeatedly.',
    needs: on('disk', 'modify_contents'),
    changes: [],
    query: {
      ...inProject,
      offset: ByteCount.meta({
        description:
          'Bytes from the start of the disk. Whole blocks, in any order, at the same time, and again.',
      }),
      holder: ImportHolder.optional().meta({
        description:
          'Who writes: refused (409) when it does not hold the disk any more, see `diskHoldImport`.',
      }),
    },
    body: Bytes,
    bodyType: 'bytes',
    maxBody: MAX_RAW_WRITE,
  }),
  diskBulkWriteImportStop: post('/v1/disks/{disk}/bulk-write-stop', {
    summary: 'Pause the import of blocks into disk',
    description: 'The disk keeps what was written and can go on with the import later.',
    needs: on('disk', 'modify_contents'),
    changes: ['disk'],
    query: inProject,
  }),
  diskHoldImport: put('/experimental/v1/disks/{disk}/import-holder', {
    summary: 'Hold the import of disk for one upload',
    description:
      'Refused (409) while another holder has it. Held for 15 seconds after this request, or after the last write by the same holder.',
    needs: on('disk', 'modify_contents'),
    changes: [],
    query: inProject,
    body: z
      .object({
        holder: ImportHolder.meta({ description: 'Random name that the importer chooses for itself' }),
      })
      .meta({ id: 'HoldImport' }),
  }),
  diskBlockDigests: get('/experimental/v1/disks/{disk}/block-digests', {
    summary: 'List digests of the imported blocks of disk',
    description:
      'Lets a client find out which blocks still have to be written. Blocks that are all zeros are left out.',
    needs: on('disk', 'modify_contents'),
    shows: [],
    columns: ['offset', 'length', 'sha256'],
    query: {
      ...inProject,
      offset: ByteCount.meta({ description: 'Bytes from the start of the disk, a multiple of 512 KiB.' }),
      length: ByteCount.meta({
        description: 'In bytes, at most 64 MiB; what is beyond the end of the disk is left out.',
      }),
    },
    response: z
      .object({
        items: z
          .array(BlockDigest)
          .meta({ description: 'Digests of the blocks that are not all zeros, in order' }),
      })
      .meta({ id: 'BlockDigests' }),
  }),
  diskFinalizeImport: post('/v1/disks/{disk}/finalize', {
    summary: 'Finish the import of disk',
    description: 'Makes the disk ready to attach. With a name, also creates a snapshot of what was imported.',
    needs: on('disk', 'modify_contents'),
    changes: ['disk', 'snapshot'],
    query: inProject,
    body: FinalizeDisk,
  }),
})
