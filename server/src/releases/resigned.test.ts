import { hash } from 'node:crypto'
import { Metadata, MetadataKind } from '@tufjs/models'
import { expect, test } from 'vitest'
import { signedText, type SigningKey } from '../../../scripts/release/keys.ts'
import { goodRelease, receive, RELEASE_KEY, STRANGER, textOf, zipFile } from '../../test/releases.ts'

type Described = { version: number; length?: number; hashes?: { sha256: string } }
type Signed = {
  version: number
  expires: string
  meta: Record<string, Described>
  targets: Record<string, { length: number }>
  delegations?: object
}
type Change = {
  document?: (signed: Signed) => void
  describedBy?: (meta: Described) => void
  key?: SigningKey
}
type Role = 'targets' | 'snapshot' | 'timestamp'

const KINDS = {
  targets: MetadataKind.Targets,
  snapshot: MetadataKind.Snapshot,
  timestamp: MetadataKind.Timestamp,
} as const

/** Makes a release with changed documents that are signed again, each described by the next one. */
function resigned(changes: Partial<Record<Role, Change>>) {
  const entries = goodRelease()
  let below: { name: string; text: string; change: Change } | null = null
  for (const role of ['targets', 'snapshot', 'timestamp'] as const) {
    const change = changes[role] ?? {}
    const { signed } = JSON.parse(textOf(entries, `metadata/${role}.json`)) as { signed: Signed }
    change.document?.(signed)
    if (below) {
      const described = signed.meta[below.name]!
      described.length = Buffer.byteLength(below.text)
      described.hashes = { sha256: hash('sha256', below.text, 'hex') }
      below.change.describedBy?.(described)
    }
    const document = Metadata.fromJSON(
      KINDS[role] as MetadataKind.Targets,
      { signed, signatures: [] } as never,
    )
    const text = signedText(document, [change.key ?? RELEASE_KEY])
    entries.set(`metadata/${role}.json`, { text })
    below = { name: `${role}.json`, text, change }
  }
  return entries
}

const answer = async (changes: Partial<Record<Role, Change>>) => receive(await zipFile(resigned(changes)))

test('accepts documents that are signed again', async () => {
  expect(await answer({})).toBe('1.2.0')
  // Sizes and hashes of documents are optional in the specification.
  const plain = (meta: Described) => {
    delete meta.length
    delete meta.hashes
  }
  expect(await answer({ targets: { describedBy: plain }, snapshot: { describedBy: plain } })).toBe('1.2.0')
})

test.each(['snapshot', 'targets', 'timestamp'] as const)('verifies %s.json on its own', async (role) => {
  const name = `metadata/${role}.json`
  expect(await answer({ [role]: { key: STRANGER } })).toBe(
    `ReleaseRefused: ${name} needs 1 valid signature of the keys that the root document lists for ${role}, and has fewer.`,
  )
  expect(
    await answer({ [role]: { document: (signed: Signed) => (signed.expires = '2030-05-01T00:00:00Z') } }),
  ).toMatch(new RegExp(`^ReleaseRefused: ${name} expired at 2030-05-01`))
})

test.each([
  ['snapshot', 'timestamp'],
  ['targets', 'snapshot'],
] as const)('refuses %s.json in another version than %s.json describes', async (role, by) => {
  expect(await answer({ [role]: { document: (signed: Signed) => (signed.version = 7) } })).toBe(
    `ReleaseRefused: metadata/${role}.json has version 7, but metadata/${by}.json describes version 1.`,
  )
})

test('refuses delegated roles, but not an empty list of them', async () => {
  const delegating = (roles: object[]) =>
    answer({ targets: { document: (signed) => (signed.delegations = { keys: {}, roles }) } })
  expect(await delegating([])).toBe('1.2.0')
  const role = { name: 'other', keyids: ['ab'.repeat(32)], threshold: 1, terminating: false, paths: ['*'] }
  expect(await delegating([role])).toBe(
    'ReleaseRefused: metadata/targets.json is not valid: signed.delegations.roles: delegated roles are not supported.',
  )
})
