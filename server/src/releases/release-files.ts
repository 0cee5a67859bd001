import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ReceivedRelease,
  type ReleaseFiles,
  ReleaseRefused,
} from '@granary/control-plane/kit/base/release-files.ts'
import { verifyFiles } from './artifacts.ts'
import { openArtifact } from './open-artifact.ts'
import { RECEIVE_LIMITS, receiveInto, requireRoom } from './receive.ts'
import { sizesIn, total } from './sizes.ts'
import { checkRoot } from './trust.ts'
import { requireRoots, verifyDocuments } from './verify.ts'
import { openZip } from './zip.ts'

type Options = {
  /** The time, for the expiry of signatures. */
  now: () => Date
  /** Whether this many bytes can be stored. */
  hasSpaceFor: (bytes: number) => Promise<boolean>
  /** Bytes that all files may take together. */
  limit: number
  /** Tests pass smaller ones. */
  limits?: Partial<typeof RECEIVE_LIMITS>
}

const KEPT = /^([0-9a-f]{64})\.zip$/

/**
 * Opens the place for releases: each file as `HASH.zip`, and uploads in `incoming/`. Deletes uploads that a killed process has left.
 * @returns the service, and a function that refuses running and later uploads.
 */
export async function openReleaseFiles(
  folder: string,
  { now, hasSpaceFor, limit, limits }: Options,
): Promise<ReleaseFiles & { stop: () => void }> {
  const incoming = join(folder, 'incoming')
  await rm(incoming, { recursive: true, force: true })
  const stopping = new AbortController()
  const pathOf = (hash: string) => join(folder, `${hash}.zip`)
  let isReceiving = false

  async function receive(
    body: ReadableStream<Uint8Array>,
    roots: readonly unknown[],
    announced: number,
  ): Promise<ReceivedRelease> {
    // Files move from one folder to the other, so this order misses none.
    const used = total(await sizesIn(incoming)) + total(await sizesIn(folder))
    const room = { limit, used }
    requireRoom(room, announced)
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const path = join(incoming, crypto.randomUUID())
    const { signal } = stopping
    const discard = () => rm(path, { force: true })
    try {
      const hash = await receiveInto(path, body, hasSpaceFor, { ...RECEIVE_LIMITS, ...limits, room }, signal)
      await using zip = await openZip(path)
      const listing = await verifyDocuments(zip, roots, now())
      const release = await verifyFiles(zip, listing, signal)
      const keep = () => moveDurably(path, pathOf(hash), folder)
      return { ...release, hash, keep, discard }
    } catch (error) {
      await discard()
      throw error
    }
  }

  return {
    limit,
    async receive(body, roots, announced = 0) {
      stopping.signal.throwIfAborted()
      // Says what is missing before the file is sent.
      requireRoots(roots)
      if (isReceiving)
        throw new ReleaseRefused('Another release is being uploaded. Wait until it has arrived.', 'busy')
      isReceiving = true
      return receive(body, roots, announced).finally(() => (isReceiving = false))
    },
    checkRoot: async (document) => checkRoot(document),
    async sizes() {
      const sizes = new Map<string, number>()
      for (const [name, bytes] of await sizesIn(folder)) {
        const hash = KEPT.exec(name)?.[1]
        if (hash) sizes.set(hash, bytes)
      }
      return sizes
    },
    remove: (hash) => rm(pathOf(hash), { force: true }),
    open: (release, artifact) => openArtifact(pathOf(release), artifact),
    stop: () =>
      stopping.abort(
        new ReleaseRefused('The server is stopping. Upload the release again when it is back.', 'busy'),
      ),
  }
}

/** Renames a file so that it has its new name after a loss of power too. */
async function moveDurably(from: string, to: string, folder: string): Promise<void> {
  await rename(from, to)
  await using directory = await open(folder, 'r')
  await directory.sync()
}
