import { hash } from 'node:crypto'
import { Metadata, MetaFile, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models'
import { type SigningKey, signedText } from './keys.ts'
import { timeOf } from './root.ts'

/** One file of a release: software of one kind. */
export type Artifact = { name: string; version: string; kind: string; target: string }
/** Size in bytes, and SHA-256 in hexadecimal digits. */
export type TargetContent = { length: number; sha256: string }

const SPEC = { specVersion: '1.0.31', version: 1 }

/** Returns the document of a release that lists its artifacts. */
export const artifactsText = (version: string, artifacts: Artifact[]): string =>
  `${JSON.stringify({ system_version: version, artifacts }, null, 2)}\n`

/**
 * Makes the signed documents of a release: the targets, the snapshot of these, and the time until which it counts.
 * @param targets content of each file by its path.
 * @returns the texts by their file name.
 */
export function releaseDocuments(
  targets: ReadonlyMap<string, TargetContent>,
  keys: SigningKey[],
  expires: Date,
): Map<string, string> {
  const signed = { ...SPEC, expires: timeOf(expires) }
  const files = [...targets].map(([path, { length, sha256 }]) => [
    path,
    new TargetFile({ path, length, hashes: { sha256 } }),
  ])
  const targetsText = signedText(
    new Metadata(new Targets({ ...signed, targets: Object.fromEntries(files) })),
    keys,
  )
  const snapshotText = signedText(
    new Metadata(new Snapshot({ ...signed, meta: { 'targets.json': metaOf(targetsText) } })),
    keys,
  )
  const timestampText = signedText(
    new Metadata(new Timestamp({ ...signed, snapshotMeta: metaOf(snapshotText) })),
    keys,
  )
  return new Map([
    ['timestamp.json', timestampText],
    ['snapshot.json', snapshotText],
    ['targets.json', targetsText],
  ])
}

const metaOf = (text: string): MetaFile =>
  new MetaFile({
    version: SPEC.version,
    length: Buffer.byteLength(text),
    hashes: { sha256: hash('sha256', text, 'hex') },
  })
