import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { newSilo } from '../../test/silos.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let eng: string
const as: Record<string, string> = {}
beforeAll(async () => {
  world = await openWorld({ started: false })
  eng = (await world.ask('POST', '/v1/system/silos', newSilo('eng'))).body.id
  const { services } = world
  for (const [name, silo, roles] of [
    ['collaborator', 'main', { fleet: 'collaborator' }],
    ['viewer', 'main', { fleet: 'viewer' }],
    ['stranger', 'main', { silo: 'admin' }],
    ['admin', 'eng', { silo: 'admin' }],
    ['user', 'eng', {}],
  ] as const) {
    const username = `${name}-of-${silo}`
    await addUser(services, silo, username, roles)
    as[name] = await world.signIn(username, username, silo)
  }
})
afterAll(() => world.close())

const quotas = '/v1/system/silos/eng/quotas'
const update = (body: unknown, who?: string) => world.ask('PUT', quotas, body, who && as[who])
const changes = () =>
  world.services.db
    .selectFrom('change_log')
    .selectAll()
    .where('kind', '=', 'silo-quotas')
    .orderBy('seq', 'desc')
    .execute()

describe('the quotas of a silo', () => {
  test('are changed by a collaborator of the fleet, field by field', async () => {
    const { body: before } = await world.ask('GET', quotas)
    expect(await update({ cpus: 3 }, 'collaborator')).toMatchObject({
      status: 200,
      body: { ...before, cpus: 3 },
    })
    expect((await update({ memory: 5, storage: null })).body).toEqual({ ...before, cpus: 3, memory: 5 })
    expect((await update({})).body).toEqual({ ...before, cpus: 3, memory: 5 })
    expect((await update({ cpus: 0, storage: 7 })).body).toEqual({
      silo_id: eng,
      cpus: 0,
      memory: 5,
      storage: 7,
    })
    expect((await world.ask('GET', '/v1/system/silos/eng/quotas')).body.storage).toBe(7)
    const [last] = await changes()
    expect(last).toMatchObject({ action: 'updated', resource_id: eng, name: 'eng', silo_id: eng })
    expect(JSON.parse(last!.before!)).toEqual({ cpus: 3, storage: before.storage })
    expect(JSON.parse(last!.after!)).toEqual({ cpus: 0, storage: 7 })
  })

  test.each(['admin', 'user', 'viewer'])('are visible to a %s, but read-only', async (who) => {
    const noted = (await changes()).length
    const { body: before } = await world.ask('GET', quotas, undefined, as[who])
    expect(await update({ cpus: 1_000_000 }, who)).toMatchObject({
      status: 403,
      body: {
        error_code: 'Forbidden',
        message: 'the quotas of a silo are set by operators (collaborators of the fleet)',
      },
    })
    expect((await world.ask('GET', quotas)).body).toEqual(before)
    expect(await changes()).toHaveLength(noted)
  })

  test('of another silo are not found', async () => {
    for (const [method, path] of [
      ['GET', quotas],
      ['PUT', quotas],
      ['GET', '/v1/system/utilization/silos/eng'],
      ['GET', '/v1/system/silos/eng/ip-pools'],
      ['DELETE', '/v1/system/silos/eng'],
    ] as const)
      expect(await world.ask(method, path, method === 'PUT' ? {} : undefined, as.stranger)).toMatchObject({
        status: 404,
        body: { message: 'not found: silo with name "eng"' },
      })
  })

  test.each([
    [{ cpus: -1 }, 'cannot update silo quota: CPU quota must not be negative', 'InvalidRequest'],
    [{ memory: -1 }, 'memory: ', undefined],
    [{ storage: 1.5 }, 'storage: ', undefined],
    [{ cpus: '8' }, 'cpus: ', undefined],
    [{ storage: 2 ** 63 }, 'storage quota can be at most 9007199254740991', 'InvalidRequest'],
    [{ storage: 2 ** 64 }, 'storage: ', undefined],
  ])('refuse %j', async (body, message, code) => {
    const before = (await world.ask('GET', quotas)).body
    const answer = await update(body)
    expect(answer.status).toBe(400)
    expect(answer.body.error_code).toBe(code)
    expect(answer.body.message).toContain(message)
    expect((await world.ask('GET', quotas)).body).toEqual(before)
  })

  test('may be below the usage: nothing more is admitted then', async () => {
    await update({ cpus: 4, memory: 2 ** 30, storage: 2 ** 30 })
    await world.ask('POST', '/v1/projects', { name: 'shop', description: '' }, as.admin)
    const disk = (name: string) =>
      world.ask(
        'POST',
        '/v1/disks?project=shop',
        { name, description: '', size: 2 ** 30, disk_backend: { type: 'local' } },
        as.admin,
      )
    expect((await disk('one')).status).toBe(201)
    expect((await update({ storage: 1 })).status).toBe(200)
    expect((await world.ask('GET', '/v1/utilization', undefined, as.user)).body).toEqual({
      capacity: { cpus: 4, memory: 2 ** 30, storage: 1 },
      provisioned: { cpus: 0, memory: 0, storage: 2 ** 30 },
    })
    expect((await disk('two')).status).toBe(507)
  })
})

test('lists the quotas of every silo by id, page by page', async () => {
  await world.ask('POST', '/v1/system/silos', newSilo('hidden', { discoverable: false }))
  const silos = await world.services.db.selectFrom('silo').select('id').orderBy('id').execute()
  const seen: string[] = []
  let token = ''
  do {
    const { body } = await world.ask(
      'GET',
      `/v1/system/silo-quotas?limit=1${token && `&page_token=${token}`}`,
    )
    seen.push(...body.items.map((row: { silo_id: string }) => row.silo_id))
    token = body.next_page
  } while (token)
  expect(seen).toEqual(silos.map(({ id }) => id))
})

test('utilization leaves out a hidden silo without quotas', async () => {
  const nothing = { cpus: 0, memory: 0, storage: 0 }
  const hidden = { discoverable: false, quotas: nothing }
  await world.ask('POST', '/v1/system/silos', newSilo('nothing-hidden', hidden))
  await world.ask('POST', '/v1/system/silos', newSilo('nothing', { quotas: nothing }))
  await addSilo(world.services, 'old')
  const { body } = await world.ask('GET', '/v1/system/utilization/silos', undefined, as.viewer)
  const names = body.items.map((row: { silo_name: string }) => row.silo_name)
  expect(names).toEqual(['eng', 'hidden', 'main', 'nothing', 'old'])
  expect(body.items[3]).toMatchObject({ allocated: nothing, provisioned: nothing })
  expect((await world.ask('GET', '/v1/system/utilization/silos/nothing-hidden')).body).toMatchObject({
    silo_name: 'nothing-hidden',
    allocated: nothing,
  })
})
