import { DISK_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { z } from 'zod'
import { MAX_RAW_WRITE } from '@granary/domain/sizes.ts'
import { searchableBy } from './list-filter.ts'
import { on } from './needs.ts'
import { Bytes, del, family, get, post, put } from './operation.ts'
import { ByteCount, inProject, NameOrIdSortMode, ofProject, paginated } from './scalars.ts'
import {
  Disk,
  DiskCreate,
  ImportBlocksBulkWrite,
  FinalizeDisk,
  ImportHolder,
  BlockDigest,
  DiskPage,
} from './schemas/disks.ts'

export const disks = family('disks', {
  diskList: get('/v1/disks', {
    summary: 'List disks',
    description: 'Each item has the state of the disk, and the instance that it is attached to.',
    choices: 'disks',
    needs: on('project', 'list_contents'),
    shows: ['disk'],
    columns: ['name', 'state', 'size', 'diskType', 'timeCreated', 'id'],
    query: {
      ...ofProject,
      ...searchableBy(DISK_FIELDS),
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
    expectedFailures: { 404: 'the source disk of a snapshot may be deleted' },
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
      'Writes up to 512 KiB, as base64. The disk gets these bytes as they are, so convert a file of another format than raw, such as qcow2, first. Requests can come in any order, at the same time, and repeatedly.',
    isAudited: false,
    needs: on('disk', 'modify_contents'),
    changes: [],
    query: inProject,
    body: ImportBlocksBulkWrite,
    // Its text of at most 1 MiB, and the rest.
    maxBody: 1_049_600,
  }),
  diskWriteBlocks: put('/experimental/v1/disks/{disk}/blocks', {
    summary: 'Import blocks into disk, as raw bytes',
    description:
      'Writes raw bytes, which is several times faster than base64. The disk gets them as they are, so convert a file of another format than raw, such as qcow2, first. Requests can come in any order, at the same time, and repeatedly.',
    isAudited: false,
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
    needsSpace: false,
    needs: on('disk', 'modify_contents'),
    changes: ['disk'],
    query: inProject,
  }),
  diskHoldImport: put('/experimental/v1/disks/{disk}/import-holder', {
    summary: 'Hold the import of disk for one upload',
    description:
      'Refused (409) while another holder has it. Held for 15 seconds after this request, or after the last write by the same holder.',
    isAudited: false,
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
    isLarge: true,
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
