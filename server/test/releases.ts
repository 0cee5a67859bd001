import { hash } from 'node:crypto'
import { openAsBlob, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseFiles } from '@granary/control-plane/kit/base/release-files.ts'
import { GiB } from '@granary/domain/sizes.ts'
import type { Artifact } from '../../scripts/release/documents.ts'
import type { Files } from '../../scripts/release/folder.ts'
import { makeKey, readKey, type SigningKey } from '../../scripts/release/keys.ts'
import { makeRelease } from '../../scripts/release/release.ts'
import { makeRoot } from '../../scripts/release/root.ts'
import { writeZip, type ZipContent } from '../../scripts/release/zip.ts'
import { openReleaseFiles } from '../src/releases/release-files.ts'
import { temporaryFolder } from './temporary.ts'

export const newKey = (): SigningKey => readKey(makeKey())

/** The keys of the tests' releases, and one that no root document lists. */
export const ROOT_KEY = newKey()
export const RELEASE_KEY = newKey()
export const STRANGER = newKey()

/** The time of the tests, and one at which their signatures have expired. */
export const NOW = new Date('2030-06-01T00:00:00Z')
export const EXPIRES = new Date('2031-01-01T00:00:00Z')

export const ROOT_OPTIONS = {
  rootKeys: [ROOT_KEY],
  releaseKeys: [RELEASE_KEY],
  threshold: 1,
  releaseThreshold: 1,
  expires: EXPIRES,
}

/** Text of the root document that the tests trust. */
export const ROOT = makeRoot(ROOT_OPTIONS)

/** Returns files of a release with this content. @param contents text by path. */
export function filesOf(contents: Record<string, string>, version: string): Files {
  const all = Object.entries(contents)
  return {
    artifacts: all.map(([target]): Artifact => {
      const [kind, name] = target.split('/') as [string, string]
      return { name: name.split('.')[0]!, version, kind, target }
    }),
    contents: new Map(
      all.map(([target, text]) => [
        target,
        { length: Buffer.byteLength(text), sha256: hash('sha256', text, 'hex') },
      ]),
    ),
    files: new Map(all.map(([target, text]) => [target, { text }])),
  }
}

type Made = Partial<Parameters<typeof makeRelease>[0]> & { contents?: Record<string, string> }

/** Makes the entries of a good release. */
export function goodRelease({ version = '1.2.0', contents, ...more }: Made = {}): Map<string, ZipContent> {
  const files = filesOf(contents ?? { 'sled/host-os.img': 'host os', 'switch/firmware.bin': 'x' }, version)
  return makeRelease({
    version,
    files,
    roots: [ROOT],
    releaseKeys: [RELEASE_KEY],
    expires: EXPIRES,
    ...more,
  })
}

/** Replaces a part of an entry, which must have it. */
export function edit(
  entries: Map<string, ZipContent>,
  name: string,
  from: string | RegExp,
  to: string | ((found: string) => string),
): void {
  const before = textOf(entries, name)
  const after = before.replace(from, to as string)
  if (after === before) throw new Error(`${name} has no ${from}`)
  entries.set(name, { text: after })
}

export const textOf = (entries: Map<string, ZipContent>, name: string): string =>
  (entries.get(name) as { text: string }).text

/** Writes a release as a zip file. @param patch changes its bytes. */
export async function zipFile(
  entries: ReadonlyMap<string, ZipContent>,
  patch: (file: Buffer<ArrayBuffer>) => Buffer = (file) => file,
  more: Parameters<typeof writeZip>[2] = {},
): Promise<string> {
  const path = join(temporaryFolder(), 'release.zip')
  await writeZip(path, entries, more)
  writeFileSync(path, patch(readFileSync(path)))
  return path
}

export const bodyOf = async (path: string): Promise<ReadableStream<Uint8Array>> =>
  (await openAsBlob(path)).stream() as ReadableStream<Uint8Array>

/** Opens a place for releases in a folder of its own. */
export const openFiles = (
  folder = temporaryFolder(),
  options: Partial<Parameters<typeof openReleaseFiles>[1]> = {},
): ReturnType<typeof openReleaseFiles> =>
  openReleaseFiles(folder, { now: () => NOW, hasSpaceFor: async () => true, limit: GiB, ...options })

/** Receives a zip file and keeps it. @returns its version, or why it is refused. */
export async function receive(
  path: string,
  { roots = [JSON.parse(ROOT)] as unknown[], files = undefined as ReleaseFiles | undefined } = {},
): Promise<string> {
  try {
    const received = await (files ?? (await openFiles())).receive(await bodyOf(path), roots)
    await received.keep()
    return received.version
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}
