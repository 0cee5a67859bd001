import { describe, expect, test } from 'vitest'
import { makeRoot, readRoot } from '../../../scripts/release/root.ts'
import { signedText } from '../../../scripts/release/keys.ts'
import {
  edit,
  EXPIRES,
  goodRelease,
  newKey,
  openFiles,
  receive,
  RELEASE_KEY,
  ROOT,
  ROOT_KEY,
  ROOT_OPTIONS,
  STRANGER,
  textOf,
  zipFile,
} from '../../test/releases.ts'

const refused = (sentence: string) => `ReleaseRefused: ${sentence}`
const parse = (text: string): unknown => JSON.parse(text)
type Entries = ReturnType<typeof goodRelease>

async function attack(change: (entries: Entries) => void, roots?: unknown[]): Promise<string> {
  const entries = goodRelease()
  change(entries)
  return receive(await zipFile(entries), roots && { roots })
}

test('accepts a release that a trust root vouches for', async () => {
  expect(await attack(() => {})).toBe('1.2.0')
  const other = makeRoot({ ...ROOT_OPTIONS, rootKeys: [STRANGER], releaseKeys: [STRANGER] })
  expect(await attack(() => {}, [parse(other), parse(ROOT)])).toBe('1.2.0')
})

describe('signatures', () => {
  const few = (name: string, role: string) =>
    refused(
      `${name} needs 1 valid signature of the keys that the root document lists for ${role}, and has fewer.`,
    )

  test.each(['timestamp', 'snapshot', 'targets'])('refuses %s.json with another bit', async (role) => {
    const name = `metadata/${role}.json`
    const flip = (found: string) =>
      found.endsWith('0') ? found.replace(/0$/, '1') : found.replace(/.$/, '0')
    const changed = await attack((entries) => edit(entries, name, /"sig": "[0-9a-f]/, flip))
    if (role === 'timestamp') expect(changed).toBe(few(name, role))
    else expect(changed).toMatch(/^ReleaseRefused: \S+ is not the document that \S+ describes: expected hash/)
    const later = await attack((entries) => edit(entries, name, '"expires": "2031', '"expires": "2032'))
    if (role === 'timestamp') expect(later).toBe(few(name, role))
    else expect(later).toMatch(/^ReleaseRefused: \S+ is not the document that/)
  })

  test('refuses each document that another key signs', async () => {
    const stranger = goodRelease({ releaseKeys: [STRANGER] })
    const take = (...roles: string[]) =>
      attack((entries) => {
        for (const role of roles)
          entries.set(`metadata/${role}.json`, { text: textOf(stranger, `metadata/${role}.json`) })
      })
    expect(await take('timestamp', 'snapshot', 'targets')).toBe(few('metadata/timestamp.json', 'timestamp'))
    const snapshotOnly = makeRoot({ ...ROOT_OPTIONS, releaseKeys: [RELEASE_KEY, STRANGER] })
    const split = JSON.parse(snapshotOnly) as { signed: { roles: Record<string, { keyids: string[] }> } }
    const [good] = split.signed.roles['targets']!.keyids
    split.signed.roles['targets']!.keyids = [good!]
    split.signed.roles['snapshot']!.keyids = [good!]
    const trusted = parse(signedText(readRoot(JSON.stringify({ ...split, signatures: [] })), [ROOT_KEY]))
    expect(await receive(await zipFile(stranger), { roots: [trusted] })).toBe(
      few('metadata/snapshot.json', 'snapshot'),
    )
  })

  test('refuses fewer signatures than the threshold', async () => {
    const second = newKey()
    const root = makeRoot({ ...ROOT_OPTIONS, releaseKeys: [RELEASE_KEY, second], releaseThreshold: 2 })
    const roots = [parse(root)]
    const signedBy = async (...releaseKeys: (typeof second)[]) =>
      receive(await zipFile(goodRelease({ roots: [root], releaseKeys })), { roots })
    expect(await signedBy(RELEASE_KEY)).toBe(
      refused(
        'metadata/timestamp.json needs 2 valid signatures of the keys that the root document lists for timestamp, and has fewer.',
      ),
    )
    expect(await signedBy(RELEASE_KEY, second)).toBe('1.2.0')
    const twice = goodRelease({ roots: [root] })
    edit(twice, 'metadata/timestamp.json', /"signatures": \[([^\]]*)\]/, '"signatures": [$1,$1]')
    expect(await receive(await zipFile(twice), { roots })).toMatch(/multiple signatures found for keyid/)
  })

  test('refuses a release without a trust root, or with none that vouches for it', async () => {
    expect(await attack(() => {}, [])).toBe(
      refused('There is no trust root to verify the release with. Add the root document of its maker first.'),
    )
    const roots = [newKey(), newKey()].map((key) =>
      parse(makeRoot({ ...ROOT_OPTIONS, rootKeys: [key], releaseKeys: [key] })),
    )
    expect(await attack(() => {}, roots)).toBe(
      refused(
        'None of the 2 trust roots vouches for the release. For the first one: metadata/timestamp.json needs 1 valid signature of the keys that the root document lists for timestamp, and has fewer.',
      ),
    )
  })
})

describe('expiry', () => {
  const past = new Date('2030-05-31T23:59:59Z')

  test('refuses expired signatures by the clock of the server', async () => {
    const release = async (expires: Date) => receive(await zipFile(goodRelease({ expires })))
    expect(await release(past)).toBe(
      refused(
        "metadata/timestamp.json expired at 2030-05-31T23:59:59Z; the server's clock is at 2030-06-01T00:00:00.000Z. Ask for a release with new signatures.",
      ),
    )
    expect(await release(EXPIRES)).toBe('1.2.0')
  })

  test('refuses an expired trust root, but follows it to a newer one', async () => {
    const old = makeRoot({ ...ROOT_OPTIONS, expires: past })
    expect(await attack(() => {}, [parse(old)])).toMatch(/^ReleaseRefused: The trust root expired at 2030/)
    const next = makeRoot({ ...ROOT_OPTIONS, previous: old })
    const release = await zipFile(goodRelease({ roots: [old, next] }))
    expect(await receive(release, { roots: [parse(old)] })).toBe('1.2.0')
  })

  test('refuses a time that is none', async () => {
    expect(
      await attack((entries) =>
        edit(entries, 'metadata/timestamp.json', /"expires": "[^"]*"/, '"expires": "later"'),
      ),
    ).toMatch(/^ReleaseRefused: metadata\/timestamp\.json is not valid: signed\.expires: /)
  })
})

describe('root documents', () => {
  const key2 = newKey()
  const second = makeRoot({ ...ROOT_OPTIONS, rootKeys: [key2], previous: ROOT, previousKeys: [ROOT_KEY] })
  const third = makeRoot({
    ...ROOT_OPTIONS,
    rootKeys: [key2],
    releaseKeys: [key2],
    previous: second,
  })
  const released = async (roots: string[], trusted: string[], releaseKeys = [key2]) =>
    receive(await zipFile(goodRelease({ roots, releaseKeys })), { roots: trusted.map(parse) })

  test('follows a chain from any trust root', async () => {
    for (const trusted of [ROOT, second, third])
      expect(await released([ROOT, second, third], [trusted])).toBe('1.2.0')
  })

  test('refuses a replaced key', async () => {
    expect(await released([ROOT, second, third], [ROOT], [RELEASE_KEY])).toMatch(
      /timestamp.json needs 1 valid/,
    )
    // A trust root that is newer than the release's.
    expect(await released([ROOT], [third], [RELEASE_KEY])).toMatch(/timestamp.json needs 1 valid/)
  })

  test('refuses a chain with a gap', async () => {
    expect(await released([ROOT, third], [ROOT])).toBe(
      refused(
        'metadata/root.json has version 3, but the trust root has version 1 and the release has no metadata/2.root.json between them.',
      ),
    )
  })

  test('refuses a next root document that the keys before it, or its own, do not sign', async () => {
    const usurper = makeRoot({
      ...ROOT_OPTIONS,
      rootKeys: [STRANGER],
      releaseKeys: [STRANGER],
      previous: ROOT,
    })
    const needs = /^ReleaseRefused: metadata\/2\.root\.json needs 1 valid signature/
    expect(await released([ROOT, usurper], [ROOT], [STRANGER])).toMatch(needs)
    const unsigned = JSON.parse(second) as { signatures: { keyid: string }[] }
    unsigned.signatures = unsigned.signatures.filter(({ keyid }) => keyid === ROOT_KEY.key.keyID)
    expect(await released([ROOT, JSON.stringify(unsigned)], [ROOT])).toMatch(needs)
  })

  test('checks a document that a user adds as a trust root', async () => {
    const files = await openFiles()
    const check = (document: unknown) =>
      files.checkRoot(document).then(
        () => 'good',
        (error: Error) => `${error.name}: ${error.message}`,
      )
    expect(await check(parse(ROOT))).toBe('good')
    for (const [wrong, why] of [
      [null, /Invalid input/],
      [{ signatures: [], signed: {} }, /signed\.\w+/],
      [parse(textOf(goodRelease(), 'metadata/targets.json')), /signed\.\w+/],
      [{ ...(parse(ROOT) as object), signatures: [] }, /needs 1 valid signature/],
      [parse(ROOT.replace('"version": 1', '"version": 2')), /needs 1 valid signature/],
      [parse(ROOT.replace('"version": 1', '"version": 1.5')), /signed\.version/],
      [parse(ROOT.replace('"threshold": 1', '"threshold": 0')), /threshold/],
      [parse(ROOT.replace('"spec_version": "1.', '"spec_version": "2.')), /unsupported specVersion/],
    ] as const)
      expect(await check(wrong)).toMatch(new RegExp(`^ReleaseRefused: The root document .*${why.source}`))
  })

  test('one key under two IDs does not reach a threshold of two', async () => {
    const twin = newKey()
    const text = makeRoot({ ...ROOT_OPTIONS, rootKeys: [ROOT_KEY, twin], threshold: 2 })
    const value = (twin.key.keyVal as { public: string }).public
    const copied = parse(text.replaceAll(value, (ROOT_KEY.key.keyVal as { public: string }).public))
    const files = await openFiles()
    await expect(files.checkRoot(copied)).rejects.toThrow('signed.keys: lists a key twice.')
  })

  test('a document that is nested deeply is refused, and not the end of the process', async () => {
    const files = await openFiles()
    const deep = '['.repeat(30_000) + ']'.repeat(30_000)
    const root = parse(ROOT.replace('"version": 1', `"version": 1, "more": ${deep}`))
    await expect(files.checkRoot(root)).rejects.toThrow(/^The root document /)
  })
})
