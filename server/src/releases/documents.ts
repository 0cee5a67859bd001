import { jsonSizeProblem } from '@granary/domain/json-size.ts'
import { ReleaseRefused } from '@granary/control-plane/kit/base/release-files.ts'
import { Metadata, MetadataKind, type Root, type Snapshot, type Targets, type Timestamp } from '@tufjs/models'
import type { z } from 'zod'
import { reasonOf } from './unreadable.ts'
import { artifactsSchema, rootSchema, snapshotSchema, targetsSchema, timestampSchema } from './schemas.ts'

/** Reads a root document. @param name what a refusal calls it. @throws ReleaseRefused */
export const readRoot = (document: unknown, name: string): Metadata<Root> =>
  understood(name, () => Metadata.fromJSON(MetadataKind.Root, checked(rootSchema, document, name) as never))

/** Reads the timestamp, the first document of a release. @throws ReleaseRefused */
export const readTimestamp = (bytes: Buffer, name: string): Metadata<Timestamp> =>
  understood(name, () =>
    Metadata.fromJSON(MetadataKind.Timestamp, checked(timestampSchema, parsed(bytes, name), name) as never),
  )

/** Reads the snapshot, which describes the targets document. @throws ReleaseRefused */
export const readSnapshot = (bytes: Buffer, name: string): Metadata<Snapshot> =>
  understood(name, () =>
    Metadata.fromJSON(MetadataKind.Snapshot, checked(snapshotSchema, parsed(bytes, name), name) as never),
  )

/** Reads the list of files. @throws ReleaseRefused */
export const readTargets = (bytes: Buffer, name: string): Metadata<Targets> =>
  understood(name, () =>
    Metadata.fromJSON(MetadataKind.Targets, checked(targetsSchema, parsed(bytes, name), name) as never),
  )

/** Reads the list of artifacts. @throws ReleaseRefused */
export const readArtifacts = (bytes: Buffer, name: string): z.infer<typeof artifactsSchema> =>
  checked(artifactsSchema, parsed(bytes, name), name)

/** Parses JSON. @throws ReleaseRefused */
export function parsed(bytes: Buffer, name: string): unknown {
  const size = jsonSizeProblem(bytes)
  if (size) throw new ReleaseRefused(`${name} ${size}.`)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new ReleaseRefused(`${name} is not JSON: ${reasonOf(error)}.`)
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, name: string): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  // Zod hides why a key is wrong one level below.
  const { message } = (issue.code === 'invalid_key' && issue.issues[0]) || issue
  const where = issue.path
    .map(String)
    .join('.')
    .slice(0, 200)
    .replace(/[^\x20-\x7e]/g, '?')
  throw new ReleaseRefused(`${name} is not valid: ${where === '' ? '' : `${where}: `}${message}.`)
}

/** @throws ReleaseRefused for what the library finds wrong in a document. */
export function understood<Result>(name: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ReleaseRefused) throw error
    // The library throws errors of several classes, and a RangeError for a document that is nested too deeply.
    throw new ReleaseRefused(`${name} is not valid: ${reasonOf(error)}.`)
  }
}
