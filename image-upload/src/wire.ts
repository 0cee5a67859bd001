import type { CallInput, CallOutput } from '@granary/contract/call.ts'
import {
  diskBlockDigests,
  diskBulkWriteImportStart,
  diskBulkWriteImportStop,
  diskCreate,
  diskDelete,
  diskFinalizeImport,
  diskHoldImport,
  diskView,
  diskWriteBlocks,
  imageCreate,
  imageDelete,
  imageView,
  snapshotDelete,
  snapshotView,
} from '@granary/contract/generated/client.ts'
import { diskSizeFor } from '@granary/domain/sizes.ts'
import type { Contents } from './contents.ts'
import { type Host, isCallFailure, type Part } from './host.ts'
import { describeDisk } from './temporary.ts'
import { writeBase64 } from './write-base64.ts'

/** The file to upload and the image to make from it. */
export type UploadRequest = {
  contents: Contents
  /** Only shown to users. */
  fileName: string
  blockSize: 512 | 2048 | 4096
  name: string
  description: string
  os: string
  version: string
  /** Tags of the image; undefined for none. */
  tags?: CallInput<'imageCreate'>['body']['tags']
}

/** The server calls of an upload, in one project. */
export type UploadWire = ReturnType<typeof uploadWire>

/** Returns null if the resource is not found. */
const orNull = async <Value>(request: Promise<Value>): Promise<Value | null> => {
  try {
    return await request
  } catch (error) {
    if (isCallFailure(error) && error.statusCode === 404) return null
    throw error
  }
}

/** Returns the calls of an upload. Callers handle their failures. */
export function uploadWire({ ask: request, sendBlocks, extensions }: Host, project: string) {
  const query = { project }
  return {
    createDisk: (name: string, wish: UploadRequest, signal: AbortSignal) =>
      request(
        diskCreate,
        {
          query,
          body: {
            name,
            description: describeDisk(wish),
            size: diskSizeFor(wish.contents.size),
            diskBackend: {
              type: 'distributed',
              diskSource: { type: 'importing_blocks', blockSize: wish.blockSize },
            },
          },
        },
        signal,
      ),
    disk: (disk: string, signal?: AbortSignal): Promise<CallOutput<'diskView'> | null> =>
      orNull(request(diskView, { path: { disk }, query }, signal)),
    start: (disk: string, signal?: AbortSignal) =>
      request(diskBulkWriteImportStart, { path: { disk }, query }, signal),
    /** Without extensions nothing keeps other clients from the disk. */
    hold: async (disk: string, holder: string): Promise<unknown> =>
      extensions &&
      orNull(request(extensions.call(diskHoldImport), { path: { disk }, query, body: { holder } })),
    write: (disk: string, holder: string, offset: number, part: Part, signal: AbortSignal): Promise<void> => {
      const path = { disk }
      if (!extensions) return writeBase64(request, { path, query }, offset, part, signal)
      const call = extensions.call(diskWriteBlocks)
      return sendBlocks(call, { path, query: { project, holder, offset } }, part, signal)
    },
    /** Null if the server can't compare, so that an interrupted upload can't be resumed. */
    digests:
      extensions &&
      (async (disk: string, offset: number, length: number, signal: AbortSignal) => {
        const input = { path: { disk }, query: { project, offset, length } }
        return (await request(extensions.call(diskBlockDigests), input, signal)).items
      }),
    stop: (disk: string, signal?: AbortSignal) =>
      request(diskBulkWriteImportStop, { path: { disk }, query }, signal),
    finalize: (disk: string, snapshotName: string | null, signal?: AbortSignal) =>
      request(diskFinalizeImport, { path: { disk }, query, body: { snapshotName } }, signal),
    snapshot: (snapshot: string, signal?: AbortSignal): Promise<CallOutput<'snapshotView'> | null> =>
      orNull(request(snapshotView, { path: { snapshot }, query }, signal)),
    createImage: (
      { name, description, tags, os, version }: UploadRequest,
      snapshotId: string,
      signal: AbortSignal,
    ) =>
      request(
        imageCreate,
        {
          query,
          body: { name, description, tags, os, version, source: { type: 'snapshot', id: snapshotId } },
        },
        signal,
      ),
    image: (image: string, signal?: AbortSignal): Promise<CallOutput<'imageView'> | null> =>
      orNull(request(imageView, { path: { image }, query }, signal)),
    deleteSnapshot: (snapshot: string) => orNull(request(snapshotDelete, { path: { snapshot }, query })),
    deleteImage: (id: string) => orNull(request(imageDelete, { path: { image: id } })),
    deleteDisk: (disk: string) => orNull(request(diskDelete, { path: { disk }, query })),
  }
}
