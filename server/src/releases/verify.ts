import { ReleaseRefused } from '@granary/control-plane/kit/base/release-files.ts'
import type { Metadata, MetaFile, Root, Targets } from '@tufjs/models'
import { readRoot, readSnapshot, readTargets, readTimestamp } from './documents.ts'
import { MAX_LONG_DOCUMENT, MAX_SHORT_DOCUMENT } from './limits.ts'
import { reasonOf } from './unreadable.ts'
import { newestRoot, requireSigned, requireUnexpired, Untrusted } from './trust.ts'
import type { Zip } from './zip.ts'

/** The verified list of a release's files. */
export type Listing = { targets: Metadata<Targets>; name: string; consistentSnapshot: boolean }

/** @throws ReleaseRefused if there is no trust root. */
export function requireRoots(roots: readonly unknown[]): void {
  if (roots.length === 0)
    throw new ReleaseRefused(
      'There is no trust root to verify the release with. Add the root document of its maker first.',
    )
}

/**
 * Verifies the documents of a release against the first trust root that vouches for it.
 * @param roots at least one root document that `checkRoot` has accepted.
 * @throws ReleaseRefused
 */
export async function verifyDocuments(zip: Zip, roots: readonly unknown[], now: Date): Promise<Listing> {
  const refusals: ReleaseRefused[] = []
  for (const document of roots)
    try {
      return await verifyUnder(await newestRoot(zip, readRoot(document, 'A trust root'), now), zip, now)
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error
      refusals.push(error)
    }
  const [first] = refusals
  // A root that vouches for the release knows best what is wrong with it.
  const best = refusals.find((refusal) => !(refusal instanceof Untrusted))
  if (best || refusals.length === 1) throw best ?? first
  throw new Untrusted(
    `None of the ${roots.length} trust roots vouches for the release. For the first one: ${first!.message}`,
  )
}

/** Follows the documents in the order of the TUF specification: section 5.4, 5.5, 5.6. */
async function verifyUnder(root: Metadata<Root>, zip: Zip, now: Date): Promise<Listing> {
  const { consistentSnapshot } = root.signed
  const nameOf = (role: string, { version }: MetaFile) =>
    `metadata/${consistentSnapshot ? `${version}.` : ''}${role}.json`

  const timestampName = 'metadata/timestamp.json'
  const timestamp = readTimestamp(await zip.read(timestampName, MAX_SHORT_DOCUMENT), timestampName)
  requireSigned(root, 'timestamp', timestamp, timestampName)
  requireUnexpired(timestamp, timestampName, now)

  const { snapshotMeta } = timestamp.signed
  const snapshotName = nameOf('snapshot', snapshotMeta)
  const snapshotBytes = await zip.read(snapshotName, MAX_SHORT_DOCUMENT)
  requireDescribed(snapshotBytes, snapshotName, snapshotMeta, timestampName)
  const snapshot = readSnapshot(snapshotBytes, snapshotName)
  requireSigned(root, 'snapshot', snapshot, snapshotName)
  requireVersion(snapshot, snapshotName, snapshotMeta, timestampName)
  requireUnexpired(snapshot, snapshotName, now)

  const targetsMeta = snapshot.signed.meta['targets.json']!
  const name = nameOf('targets', targetsMeta)
  const targetsBytes = await zip.read(name, MAX_LONG_DOCUMENT)
  requireDescribed(targetsBytes, name, targetsMeta, snapshotName)
  const targets = readTargets(targetsBytes, name)
  requireSigned(root, 'targets', targets, name)
  requireVersion(targets, name, targetsMeta, snapshotName)
  requireUnexpired(targets, name, now)
  return { targets, name, consistentSnapshot }
}

/** @throws ReleaseRefused unless length and hashes are as a signed document says. */
function requireDescribed(bytes: Buffer, name: string, meta: MetaFile, by: string): void {
  try {
    meta.verify(bytes)
  } catch (error) {
    throw new ReleaseRefused(`${name} is not the document that ${by} describes: ${reasonOf(error)}.`)
  }
}

function requireVersion(
  { signed: { version } }: { signed: { version: number } },
  name: string,
  meta: MetaFile,
  by: string,
): void {
  if (version !== meta.version)
    throw new ReleaseRefused(`${name} has version ${version}, but ${by} describes version ${meta.version}.`)
}
