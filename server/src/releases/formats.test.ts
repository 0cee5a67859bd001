import { constants, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { Key } from '@tufjs/models'
import { expect, test } from 'vitest'
import { largeKey } from '../../../contract/test/certificates.ts'
import type { SigningKey } from '../../../scripts/release/keys.ts'
import { makeRoot } from '../../../scripts/release/root.ts'
import { filesOf, goodRelease, receive, ROOT, ROOT_OPTIONS, textOf, zipFile } from '../../test/releases.ts'

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }

/** A key as other tools make it. @param more how it signs. */
function keyOf(
  keyType: string,
  scheme: string,
  pair: { publicKey: KeyObject; privateKey: KeyObject },
  more = {},
) {
  const text = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string
  const key = new Key({ keyID: 'ab'.repeat(32), keyType, scheme, keyVal: { public: text } })
  return { key, secret: { key: pair.privateKey, ...more } as unknown as KeyObject } satisfies SigningKey
}

test.each<[string, SigningKey]>([
  ['ECDSA', keyOf('ecdsa', 'ecdsa-sha2-nistp256', generateKeyPairSync('ec', { namedCurve: 'prime256v1' }))],
  ['RSA', keyOf('rsa', 'rsassa-pss-sha256', generateKeyPairSync('rsa', { modulusLength: 2048 }), PSS)],
])('accepts signatures of %s keys', async (_, key) => {
  const root = makeRoot({ ...ROOT_OPTIONS, releaseKeys: [key] })
  const release = goodRelease({ roots: [root], releaseKeys: [key] })
  expect(await receive(await zipFile(release), { roots: [JSON.parse(root)] })).toBe('1.2.0')
  expect(await receive(await zipFile(release))).toMatch(/timestamp\.json needs 1 valid signature/)
})

test.each([
  ['1,024', generateKeyPairSync('rsa', { modulusLength: 1024 })],
  ['6,144', { publicKey: createPublicKey(largeKey(6_144).key), privateKey: null as never }],
])('refuses RSA keys of %s bits', async (bits, pair) => {
  const key = keyOf('rsa', 'rsassa-pss-sha256', pair, PSS)
  const root = JSON.parse(ROOT) as { signed: { keys: Record<string, unknown> } }
  root.signed.keys[key.key.keyID] = key.key.toJSON()
  expect(await receive(await zipFile(goodRelease()), { roots: [root] })).toMatch(
    `keyval.public: has ${bits} bits; an RSA key must have 2,048 to 4,096.`,
  )
})

test('accepts the file names of consistent snapshots', async () => {
  const root = makeRoot({ ...ROOT_OPTIONS, consistentSnapshot: true })
  const plain = goodRelease({ roots: [root] })
  const targets = JSON.parse(textOf(plain, 'metadata/targets.json')) as {
    signed: { targets: Record<string, { hashes: { sha256: string } }> }
  }
  const release: typeof plain = new Map()
  for (const [name, content] of plain) {
    const path = name.replace(/^targets\//, '')
    const hash = targets.signed.targets[path]?.hashes.sha256
    const document = /^metadata\/(snapshot|targets)\.json$/.exec(name)
    if (document) release.set(`metadata/1.${document[1]}.json`, content)
    else release.set(hash ? name.replace(/([^/]*)$/, `${hash}.$1`) : name, content)
  }
  expect([...release.keys()].at(-1)).toMatch(/^targets\/switch\/[0-9a-f]{64}\.firmware\.bin$/)
  const roots = [JSON.parse(root)]
  expect(await receive(await zipFile(release), { roots })).toBe('1.2.0')
  expect(await receive(await zipFile(plain), { roots })).toBe(
    'ReleaseRefused: The zip file has no metadata/1.snapshot.json.',
  )
  expect(await receive(await zipFile(release), { roots: [JSON.parse(ROOT)] })).toMatch(
    /has no metadata\/snapshot/,
  )
})

test('refuses lists of artifacts that name something else', async () => {
  const files = filesOf({ 'sled/os.img': 'x' }, '1.2.0')
  const [artifact] = files.artifacts as [(typeof files.artifacts)[0]]
  const listing = async (artifacts: (typeof artifact)[], version = '1.2.0') =>
    receive(await zipFile(goodRelease({ version, files: { ...files, artifacts } })))
  expect(await listing([artifact])).toBe('1.2.0')
  for (const [artifacts, why] of [
    [[], /^ReleaseRefused: targets\/artifacts\.json is not valid: artifacts: lists no artifact\.$/],
    [[artifact, artifact], /lists sled os 1\.2\.0 twice\.$/],
    [
      [{ ...artifact, target: 'sled/other.img' }],
      /names sled\/other\.img for sled os 1\.2\.0, which metadata\/targets\.json does not list\.$/,
    ],
    [[{ ...artifact, target: 'constructor' }], /names constructor for .* does not list\.$/],
    [[{ ...artifact, target: '__proto__' }], /names __proto__ for .* does not list\.$/],
    [[{ ...artifact, target: '../../etc/passwd' }], /artifacts\.0\.target: is not the path of a file\.$/],
    [[{ ...artifact, name: 'o\ns' }], /artifacts\.0\.name: may have letters/],
    [Array.from({ length: 1_025 }, (_, at) => ({ ...artifact, name: `a${at}` })), /artifacts: Too big/],
    [
      [{ ...artifact, kind: 'x'.repeat(2 ** 20) }],
      /artifacts\.json has \d+ bytes; at most 1048576 are allowed\.$/,
    ],
  ] as const)
    expect(await listing([...artifacts])).toMatch(why)
  expect(await listing([artifact], '1.2')).toMatch(/system_version: must be a semantic version/)
})

test.each([
  ['sled/../../os.img', 'is not the path of a file'],
  ['/etc/passwd', 'is not the path of a file'],
  ['sled/.', 'is not the path of a file'],
  ['a'.repeat(201), 'Too big'],
])('refuses a signed file with the path %s', async (path, why) => {
  const { files, contents, artifacts } = filesOf({ 'sled/os.img': 'x' }, '1.2.0')
  contents.set(path, contents.get('sled/os.img')!)
  expect(await receive(await zipFile(goodRelease({ files: { files, contents, artifacts } })))).toMatch(
    new RegExp(`^ReleaseRefused: metadata/targets\\.json is not valid: .*${why}`),
  )
})

test('refuses a list of more files than allowed', async () => {
  const { files, contents, artifacts } = filesOf({ 'sled/os.img': 'x' }, '1.2.0')
  for (let at = 0; at < 1_030; at++) contents.set(`more/${at}`, contents.get('sled/os.img')!)
  expect(await receive(await zipFile(goodRelease({ files: { files, contents, artifacts } })))).toBe(
    'ReleaseRefused: metadata/targets.json is not valid: signed.targets: at most 1025 files are allowed.',
  )
})
