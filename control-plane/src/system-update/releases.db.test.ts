import { afterEach, expect, test } from 'vitest'
import { AT, openUpdateWorld, type UpdateWorld } from '../../test/updates.ts'
import { FAKE_SIZE } from '../../test/release-files.ts'
import { ReleaseRefused } from '../kit/base/release-files.ts'
import { rawWriter } from '../database/session.ts'
import { versionSortKey } from '@granary/domain/versions.ts'
import { discardLeftoverReleases } from './leftovers.ts'

let world: UpdateWorld
const open = async (...versions: string[]) => (world = await openUpdateWorld({ started: false }, versions))
afterEach(() => world.close())

const artifact = { name: 'host', version: '1.0.0', kind: 'host', hash: 'aa', size: 4 }
const list = async (query = '') => (await world.ask('GET', `${AT}/repositories${query}`)).body
const versionsOf = (page: { items: { system_version: string }[] }) =>
  page.items.map(({ system_version: version }) => version)

test('stores a release once, and answers which it was', async () => {
  const { upload, ask, releases } = await open()
  const first = await upload({ version: '2.0.0', artifacts: [artifact] }, 'two.zip')
  const repo = { system_version: '2.0.0', hash: '2.0.0', file_name: 'two.zip' }
  expect([first.status, first.body]).toMatchObject([200, { status: 'inserted', repo }])
  const again = await upload({ version: '2.0.0', artifacts: [artifact] }, 'other-name.zip')
  expect([again.status, again.body]).toMatchObject([200, { status: 'already_exists', repo }])
  expect((await ask('GET', `${AT}/repositories/2.0.0`)).body).toEqual(first.body.repo)
  expect((await ask('GET', `${AT}/repositories/2.0.1`)).status).toBe(404)
  expect([...releases.kept]).toEqual(['2.0.0'])
})

test('refuses other contents of a version or of an artifact, and what the host refuses', async () => {
  const { upload, releases } = await open()
  await upload({ version: '2.0.0', artifacts: [artifact] })
  const other = await upload({ version: '2.0.0', hash: 'other' })
  expect([other.status, other.body.message]).toEqual([
    409,
    'release 2.0.0 exists with other contents: its file has the hash 2.0.0',
  ])
  const clash = await upload({ version: '2.0.1', artifacts: [{ ...artifact, hash: 'bb' }] })
  expect([clash.status, clash.body.message]).toEqual([
    409,
    'artifact host 1.0.0 exists with other contents, in release 2.0.0',
  ])
  expect((await upload({ version: '2.0.1', artifacts: [artifact] })).status).toBe(200)
  const bad = await upload('no zip')
  expect([bad.status, bad.body.message]).toEqual([400, 'The file is no zip file.'])
  expect((await upload({ version: '2.0.2' }, 'a%2Fb.zip')).status).toBe(400)
  expect((await upload({ version: '2.0.2' }, '')).status).toBe(400)
  expect([...releases.kept]).toEqual(['2.0.0', '2.0.1'])
})

test('counts the files of all releases, and refuses what the host has no space for', async () => {
  const { upload, releases, ask } = await open('1.0.0', '2.0.0')
  const space = async () => (await ask('GET', '/experimental/v1/system/update/space')).body
  expect(await space()).toEqual({ used: 2 * FAKE_SIZE, limit: 10 * FAKE_SIZE })
  // A file that is left of a deleted release.
  releases.kept.add('leftover')
  expect(await space()).toEqual({ used: 2 * FAKE_SIZE, limit: 10 * FAKE_SIZE })
  releases.receive = () => Promise.reject(new ReleaseRefused('The releases take too much.', 'no_space'))
  const refused = await upload({ version: '3.0.0' })
  expect([refused.status, refused.body.message]).toEqual([
    507,
    'Insufficient capacity: The releases take too much.',
  ])
})

test('leaves no file when another server stores the version during the upload', async () => {
  const { upload, releases } = await open('1.0.0')
  const { receive } = releases
  releases.receive = async (...given) => {
    const received = await receive(...given)
    return {
      ...received,
      keep: async () => {
        await received.keep()
        releases.receive = receive
        await upload({ version: '2.0.0', hash: 'first' })
      },
    }
  }
  expect((await upload({ version: '2.0.0', hash: 'second' })).status).toBe(409)
  expect([...releases.kept]).toEqual(['1.0.0', 'first'])
})

test('lists the newest version first, in the order of versions and not of text', async () => {
  await open('2.0.0', '10.0.0', '9.0.0-rc.2', '9.0.0-rc.10', '9.0.0', '9.0.0+build.7')
  const newest = ['10.0.0', '9.0.0+build.7', '9.0.0', '9.0.0-rc.10', '9.0.0-rc.2', '2.0.0']
  expect(versionsOf(await list())).toEqual(newest)
  expect(versionsOf(await list('?sort_by=version_ascending'))).toEqual(newest.toReversed())
  expect((await world.ask('GET', `${AT}/repositories?page_token=nonsense`)).status).toBe(400)
})

test('lists 10,000 releases in pages, each release once', async () => {
  await open()
  const versions = Array.from({ length: 10_000 }, (_, at) => `1.${Math.floor(at / 100)}.${at % 100}`)
  const rows = versions.map((version) => ({
    id: crypto.randomUUID(),
    system_version: version,
    version_key: versionSortKey(version),
    hash: version,
    file_name: 'release.zip',
    time_created: new Date().toISOString(),
  }))
  for (let from = 0; from < rows.length; from += 1_000)
    await rawWriter(world.services)
      .insertInto('tuf_repo')
      .values(rows.slice(from, from + 1_000))
      .execute()
  const seen: string[] = []
  let query: string | null = '?limit=3000&sort_by=version_ascending'
  while (query !== null) {
    const page = await list(query)
    seen.push(...versionsOf(page))
    query = page.next_page && `?limit=3000&page_token=${page.next_page}`
  }
  expect(seen).toEqual(versions)
})

test('deletes a release with its file, but not the target', async () => {
  const { ask, setTarget, releases } = await open('1.0.0', '2.0.0')
  await setTarget('2.0.0')
  const remove = (version: string) => ask('DELETE', `/experimental${AT}/repositories/${version}`)
  expect((await remove('2.0.0')).status).toBe(409)
  expect((await remove('1.0.0')).status).toBe(204)
  expect((await remove('1.0.0')).status).toBe(404)
  expect([...releases.kept]).toEqual(['2.0.0'])
})

test('a start deletes files without a release', async () => {
  const { releases, services } = await open('1.0.0')
  releases.kept.add('cut off')
  await discardLeftoverReleases(services)
  expect([...releases.kept]).toEqual(['1.0.0'])
  releases.sizes = () => Promise.reject(new Error('EACCES'))
  await discardLeftoverReleases(services)
})

test('keeps trust roots as they were given, and passes them to the host', async () => {
  const { ask, upload, releases } = await open()
  const root = { signed: { _type: 'root', keyIds: { camelCase: 1 }, snake_case: [] } }
  const created = await ask('POST', `${AT}/trust-roots`, root)
  expect([created.status, created.body.root_role]).toEqual([201, root])
  expect((await ask('GET', `${AT}/trust-roots`)).body.items).toEqual([created.body])
  expect((await ask('GET', `${AT}/trust-roots/${created.body.id}`)).body).toEqual(created.body)
  await upload({ version: '1.0.0' })
  expect(releases.received).toEqual([[root]])
  expect((await ask('POST', `${AT}/trust-roots`, { no: 'root' })).status).toBe(400)
  expect((await ask('DELETE', `${AT}/trust-roots/${created.body.id}`)).status).toBe(204)
  expect((await ask('GET', `${AT}/trust-roots/${created.body.id}`)).status).toBe(404)
})

test('refuses uploads in a sentence on a host without a place for them', async () => {
  const { upload, ask, services } = await open()
  delete services.releases
  const message = 'releases and trust roots cannot be uploaded to this server'
  expect((await upload({ version: '1.0.0' })).body.message).toBe(message)
  expect((await ask('POST', `${AT}/trust-roots`, { signed: {} })).body.message).toBe(message)
})
