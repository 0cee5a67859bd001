import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { bodyOf } from '../../server/test/releases.ts'
import { temporaryFolder } from '../../server/test/temporary.ts'
import { openReleaseFiles } from '../../server/src/releases/release-files.ts'
import { runCommand } from './commands.ts'

let folder = ''
const at = (...names: string[]) => join(folder, ...names)
const json = (name: string) => JSON.parse(readFileSync(at(name), 'utf8')) as unknown

beforeEach(() => {
  folder = temporaryFolder()
  for (const kind of ['sled', 'switch']) mkdirSync(at('artifacts', kind), { recursive: true })
  writeFileSync(at('artifacts/sled/host-os.img'), 'host os')
  writeFileSync(at('artifacts/switch/firmware.tar.gz'), 'firmware')
})

const keys = () => ({ 'root-key': [at('keys/root.pem')], 'release-key': [at('keys/release.pem')] })

/** Makes a release with these root documents. @returns what a server with the first one as its trust root makes of it. */
async function release(version: string, roots: string[], releaseKey: string) {
  const output = at(`${version}.zip`)
  const values = { artifacts: at('artifacts'), root: roots.map((name) => at(name)), output }
  await runCommand(['make', version], { ...values, 'release-key': [at(releaseKey)] })
  const files = await openReleaseFiles(at('data'), {
    now: () => new Date(),
    hasSpaceFor: async () => true,
    limit: 2 ** 30,
  })
  return files.receive(await bodyOf(output), [json(roots[0]!)])
}

test('makes keys, a root document and a release that a server accepts', async () => {
  await runCommand(['keys', at('keys')], {})
  expect(statSync(at('keys/root.pem')).mode & 0o777).toBe(0o600)
  await runCommand(['root', at('root.json')], keys())
  expect(await release('1.2.0', ['root.json'], 'keys/release.pem')).toMatchObject({
    version: '1.2.0',
    artifacts: [
      { name: 'host-os', version: '1.2.0', kind: 'sled', size: 7 },
      { name: 'firmware', version: '1.2.0', kind: 'switch', size: 8 },
    ],
  })
})

test('replaces a release key without a new trust root', async () => {
  await runCommand(['keys', at('keys')], {})
  await runCommand(['keys', at('new')], {})
  await runCommand(['root', at('1.json')], keys())
  await runCommand(['root', at('2.json')], {
    ...keys(),
    'release-key': [at('new/release.pem')],
    previous: at('1.json'),
  })
  expect(await release('1.2.0', ['1.json', '2.json'], 'new/release.pem')).toMatchObject({ version: '1.2.0' })
})

test('leaves no file that servers would refuse', async () => {
  await runCommand(['keys', at('keys')], {})
  await runCommand(['keys', at('new')], {})
  await runCommand(['root', at('1.json')], keys())
  await expect(release('1.3.0', ['1.json'], 'new/release.pem')).rejects.toThrow(
    'metadata/timestamp.json needs 1 valid signature',
  )
  writeFileSync(at('artifacts/sled/host os.img'), 'host os')
  await expect(release('1.3.0', ['1.json'], 'keys/release.pem')).rejects.toThrow('is not the path of a file')
  expect(existsSync(at('1.3.0.zip'))).toBe(false)

  const strangers = { 'root-key': [at('new/root.pem')], 'release-key': [at('new/release.pem')] }
  await expect(runCommand(['root', at('2.json')], { ...strangers, previous: at('1.json') })).rejects.toThrow(
    'The new root document needs 1 valid signature',
  )
  expect(existsSync(at('2.json'))).toBe(false)
  const previous = { previous: at('1.json'), 'previous-key': [at('keys/root.pem')] }
  expect(await runCommand(['root', at('2.json')], { ...strangers, ...previous })).toContain('Made')
})

test('names a file that is something else', async () => {
  await runCommand(['keys', at('keys')], {})
  await runCommand(['root', at('root.json')], keys())
  const make = (values: object) =>
    runCommand(['make', '1.0.0'], {
      artifacts: at('artifacts'),
      root: [at('root.json')],
      ...keys(),
      ...values,
    })
  await expect(make({ 'release-key': [at('root.json')] })).rejects.toThrow(
    'root.json is not an Ed25519 key in PEM form',
  )
  await expect(make({ root: [at('keys/root.pem')] })).rejects.toThrow('root.pem is not a root document')
  await expect(make({ expires: '2020-01-01' })).rejects.toThrow('2020-01-01 is not in the future')
  mkdirSync(at('artifacts/sled/more'))
  await expect(make({})).rejects.toThrow('sled/more is not a file')
})

test('replaces no file, and says what is missing', async () => {
  const problem = (words: string[], values = {}) =>
    runCommand(words, values).catch((error: Error) => error.message)
  await runCommand(['keys', at('keys')], {})
  expect(await problem(['keys', at('keys')])).toContain('EEXIST')
  expect(await problem(['root', at('root.json')])).toBe('--root-key is missing')
  expect(await problem(['root', at('root.json')], { ...keys(), threshold: '2' })).toBe(
    '2 root keys must sign, but there are 1',
  )
  expect(await problem(['root', at('root.json')], { ...keys(), expires: 'soon' })).toBe(
    'soon is not a day such as 2031-12-31',
  )
  expect(await problem(['make', '1.2'])).toContain('1.2 must be a semantic version')
  expect(await problem(['make', '1.2.0'])).toBe('--artifacts is missing')
  expect(await problem(['make', '1.2.0'], { ...keys(), artifacts: at('keys'), root: [] })).toContain(
    'put them into folders by kind',
  )
  expect(await problem(['sign', 'x'])).toMatch(/^there is no command sign\n/)
})
