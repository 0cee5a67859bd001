import { Metadata, MetadataKind, Root } from '@tufjs/models'
import { type SigningKey, signedText } from './keys.ts'

type RootOptions = {
  rootKeys: SigningKey[]
  releaseKeys: SigningKey[]
  /** How many root keys must sign the next root document. */
  threshold: number
  /** How many release keys must sign a release. */
  releaseThreshold: number
  expires: Date
  /** Whether files have their version or hash in their names. A release never changes, so that is not needed. */
  consistentSnapshot?: boolean
  /** Text of the root document that this one replaces. */
  previous?: string
  /** Keys of the replaced document that sign the new one beside its own, so that it is trusted too. */
  previousKeys?: SigningKey[]
}

/** Makes a signed root document: the list of the keys that may sign releases. @returns its JSON text. */
export function makeRoot(options: RootOptions): string {
  const { rootKeys, releaseKeys, threshold, releaseThreshold, expires, previous, previousKeys = [] } = options
  const releaseRole = roleOf('release', releaseKeys, releaseThreshold)
  const root = Root.fromJSON({
    version: previous === undefined ? 1 : readRoot(previous).signed.version + 1,
    spec_version: '1.0.31',
    expires: timeOf(expires),
    consistent_snapshot: options.consistentSnapshot ?? false,
    keys: Object.fromEntries([...rootKeys, ...releaseKeys].map(({ key }) => [key.keyID, key.toJSON()])),
    roles: {
      root: roleOf('root', rootKeys, threshold),
      targets: releaseRole,
      snapshot: releaseRole,
      timestamp: releaseRole,
    },
  })
  const signers = new Map([...rootKeys, ...previousKeys].map((each) => [each.key.keyID, each]))
  return signedText(new Metadata(root), [...signers.values()])
}

function roleOf(name: string, keys: SigningKey[], threshold: number) {
  if (threshold > keys.length)
    throw new Error(`${threshold} ${name} keys must sign, but there are ${keys.length}`)
  return { keyids: keys.map(({ key }) => key.keyID), threshold }
}

/** Reads a root document. @throws Error if the text isn't one. */
export const readRoot = (text: string): Metadata<Root> =>
  Metadata.fromJSON(MetadataKind.Root, JSON.parse(text) as never)

/** Returns a time as TUF writes it: UTC, without fractions of a second (TUF section 4.2). */
export const timeOf = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z')
