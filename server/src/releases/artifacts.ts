import { type ReleaseArtifact, ReleaseRefused } from '@granary/control-plane/kit/base/release-files.ts'
import type { TargetFile } from '@tufjs/models'
import { readArtifacts } from './documents.ts'
import { MAX_LONG_DOCUMENT, MAX_UNPACKED } from './limits.ts'
import { reasonOf } from './unreadable.ts'
import type { Listing } from './verify.ts'
import type { Zip } from './zip.ts'

const LIST = 'artifacts.json'
/** Names of documents that a release may bring; those that it doesn't need are not read. */
const DOCUMENT = /^metadata\/((\d{1,9}\.)?(root|snapshot|targets)|timestamp)\.json$/

/**
 * Verifies the bytes of every file that a verified listing names, and reads the list of artifacts.
 * @throws ReleaseRefused; the signal's reason when it is aborted.
 */
export async function verifyFiles(
  zip: Zip,
  listing: Listing,
  signal?: AbortSignal,
): Promise<{ version: string; artifacts: ReleaseArtifact[] }> {
  const files = new Map(Object.entries(listing.targets.signed.targets))
  const targets = [...files.values()]
  refuseUnknown(zip, new Set(targets.map((target) => entryOf(target, listing))), listing.name)
  requireSizes(zip, targets, listing)
  for (const target of targets) await verifyBytes(zip, target, listing, signal)

  const list = files.get(LIST)
  if (!list) throw new ReleaseRefused(`${listing.name} does not list ${LIST}, which names the artifacts.`)
  const name = entryOf(list, listing)
  const document = readArtifacts(await zip.read(name, MAX_LONG_DOCUMENT), name)
  const seen = new Set<string>()
  const artifacts = document.artifacts.map(({ target, ...artifact }): ReleaseArtifact => {
    const file = files.get(target)
    const { name: artifactName, version, kind } = artifact
    const title = `${kind} ${artifactName} ${version}`
    if (!file)
      throw new ReleaseRefused(`${name} names ${target} for ${title}, which ${listing.name} does not list.`)
    if (seen.has(title)) throw new ReleaseRefused(`${name} lists ${title} twice.`)
    seen.add(title)
    return { name: artifactName, version, kind, hash: file.hashes['sha256']!, size: file.length }
  })
  return { version: document.system_version, artifacts }
}

/** Returns the zip entry of a file. Consistent snapshots prefix the hash (TUF specification, section 6.2). */
export function entryOf(
  { path, hashes }: TargetFile,
  { consistentSnapshot }: { consistentSnapshot: boolean },
): string {
  const cut = path.lastIndexOf('/') + 1
  return consistentSnapshot
    ? `targets/${path.slice(0, cut)}${hashes['sha256']}.${path.slice(cut)}`
    : `targets/${path}`
}

/** Nothing that no document describes may hide in a release. */
function refuseUnknown(zip: Zip, files: ReadonlySet<string>, listed: string): void {
  for (const name of zip.names())
    if (!files.has(name) && !name.endsWith('/') && !DOCUMENT.test(name))
      throw new ReleaseRefused(`The zip file has ${name}, which ${listed} does not list.`)
}

/** Compares the sizes first, so that no file is unpacked to more than its signed length. */
function requireSizes(zip: Zip, targets: readonly TargetFile[], listing: Listing): void {
  let total = 0
  for (const target of targets) {
    const name = entryOf(target, listing)
    const size = zip.sizeOf(name)
    if (size !== target.length)
      throw new ReleaseRefused(
        `${name} has ${size} bytes, but ${listing.name} describes a file of ${target.length} bytes.`,
      )
    total += size
  }
  if (total > MAX_UNPACKED)
    throw new ReleaseRefused(
      `The files of the release have ${total} bytes; at most ${MAX_UNPACKED} are allowed.`,
    )
}

async function verifyBytes(
  zip: Zip,
  target: TargetFile,
  listing: Listing,
  signal?: AbortSignal,
): Promise<void> {
  const name = entryOf(target, listing)
  const stream = await zip.open(name, signal)
  try {
    await target.verify(stream)
  } catch (error) {
    signal?.throwIfAborted()
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw new ReleaseRefused(`${name} is not the file that ${listing.name} describes: ${reasonOf(error)}.`)
  }
}
