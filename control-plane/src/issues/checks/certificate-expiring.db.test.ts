import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../../../contract/test/certificates.ts'
import { type Body, listIssues, openIssues } from '../../../test/issues.ts'
import type { World } from '../../../test/world.ts'
import { chunks } from '../../kit/base/chunks.ts'
import { rawWriter } from '../../database/session.ts'

let world: World
beforeAll(async () => {
  ;({ world } = await openIssues())
})
afterAll(() => world.close())

const list = (query?: string, as?: string, of?: string) => listIssues(world, query, as, of)

test('lists certificates that end within 30 days, for users who manage them', async () => {
  const add = (name: string, days: number) =>
    world.ask('POST', '/v1/certificates', {
      name,
      description: '',
      service: 'external_api',
      ...selfSigned({ names: ['cloud.example'], days }),
    })
  expect((await add('short', 10)).status).toBe(201)
  expect((await add('long', 90)).status).toBe(201)
  const issue = expect.objectContaining({
    check: 'certificate-expiring',
    resource_name: 'short',
    message: expect.stringMatching(/^Certificate short of silo main expires on \d{4}-\d\d-\d\d$/),
  })
  const ofCertificates = ({ items }: Body) =>
    items.filter(({ check }: Body) => check === 'certificate-expiring')
  expect(ofCertificates(await list())).toEqual([issue])
  expect(ofCertificates(await list('', undefined, 'system/'))).toEqual([issue])
  expect(ofCertificates(await list('', await world.signIn('ada', 'ada')))).toEqual([])
})

test('finds an unreadable certificate behind hundreds, of which an older server stored some', async () => {
  const db = rawWriter(world.services)
  const time = world.services.clock.now().toISOString()
  const { id: silo_id } = await db
    .selectFrom('silo')
    .select('id')
    .where('name', '=', 'main')
    .executeTakeFirstOrThrow()
  const { cert } = selfSigned({ names: ['cloud.example'], days: 90 })
  const ahead = new Date(world.services.clock.now().getTime() + 90 * 86_400_000).toISOString()
  const rowOf = (name: string, text: string, time_expires: string | null) => ({
    id: crypto.randomUUID(),
    name,
    description: '',
    time_created: time,
    time_modified: time,
    silo_id,
    service: 'external_api' as const,
    cert: text,
    private_key: '',
    time_expires,
  })
  const rows = Array.from({ length: 501 }, (_, at) => rowOf(`many-${at}`, cert, at < 120 ? null : ahead))
  for (const some of chunks([...rows, rowOf('zzz', 'broken', null)]))
    await db.insertInto('certificate').values(some).execute()
  const found = async () => (await list()).items.map(({ message }: Body) => message)
  // The first list parses as many as it may.
  expect((await list()).capped).toContain('certificate-expiring')
  expect((await list()).capped).not.toContain('certificate-expiring')
  expect(await found()).toContain("Certificate zzz of silo main can't be read")
  await db.deleteFrom('certificate').where('name', '=', 'zzz').execute()
  expect(await found()).not.toContain("Certificate zzz of silo main can't be read")
  await db.deleteFrom('certificate').where('name', 'like', 'many-%').execute()
})

test('reads the end of a certificate that an older server stored without one', async () => {
  const db = rawWriter(world.services)
  for (const [name, days] of [
    ['old-short', 10],
    ['old-long', 90],
  ] as const) {
    const pair = selfSigned({ names: ['cloud.example'], days })
    await world.ask('POST', '/v1/certificates', { name, description: '', service: 'external_api', ...pair })
  }
  const old = () => db.updateTable('certificate').where('name', 'like', 'old-%')
  expect((await old().set({ time_expires: null }).executeTakeFirstOrThrow()).numUpdatedRows).toBe(2n)
  const found = (await list()).items.filter(({ resource_name: name }: Body) => name.startsWith('old-'))
  expect(found.map(({ message }: Body) => message)).toEqual([
    expect.stringMatching(/^Certificate old-short of silo main expires on \d{4}-\d\d-\d\d$/),
  ])
  await db.deleteFrom('certificate').where('name', 'like', 'old-%').execute()
})
