import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explain } from '../../test/explain.ts'
import { addUser, siloId } from '../../test/people.ts'
import { expectSearchNames } from '../../test/search-names.ts'
import { openWorld, type World } from '../../test/world.ts'
import { chunks } from '../kit/base/chunks.ts'
import type { Context } from '../kit/context/context.ts'
import { systemContext } from '../kit/resources/transaction.ts'
import { interfacesInSilo, namesInSilo, type Searched } from './names.ts'
import { kindsInProject } from './tables.ts'

/** More than each of which is searched. */
const ROLES = 600
let world: World
const ids: Record<string, string> = {}
beforeAll(async () => {
  world = await openWorld({ started: false })
  for (const project of ['bank', 'shop']) {
    ids[project] = (await world.ask('POST', '/v1/projects', { name: project, description: '' })).body.id
    const instance = {
      name: `web-${project}`,
      description: '',
      hostname: 'web',
      ncpus: 1,
      memory: GiB,
      network_interfaces: { type: 'default_ipv4' },
      start: false,
    }
    const { status, body } = await world.ask('POST', `/v1/instances?project=${project}`, instance)
    expect(status).toBe(201)
    ids[`web-${project}`] = body.id
  }
  const ann = await addUser(world.services, 'main', 'ann', { projects: { [ids.shop!]: 'viewer' } })
  const role = {
    resource_kind: 'project',
    identity_kind: 'silo_user',
    identity_id: ann,
    role: 'viewer',
  } as const
  const roles = Array.from({ length: ROLES }, () => ({ ...role, resource_id: crypto.randomUUID() as string }))
  for (const some of chunks(roles))
    await world.services.db.insertInto('role_assignment').values(some).execute()
  ids.ann = await world.signIn('ann', 'ann')
})
afterAll(() => world.close())

async function planContext(): Promise<Context> {
  const siloOfActor = await siloId(world.services)
  return {
    ...systemContext(world.services, 'test'),
    actor: { siloId: siloOfActor } as Context['actor'],
  }
}

test.each<Searched>(['project', ...kindsInProject])(
  'reads the names of each %s of a silo from an index, in order',
  async (kind) => {
    const context = await planContext()
    for (const operator of ['=', '>', '>='] as const) {
      const plan = await explain(world.services, namesInSilo(context, { kind, operator, text: 'w' }).limit(6))
      const index = kind === 'project' ? 'project_by_silo_id_name' : 'search_name_key'
      const search = { sqlite: /^SEARCH entry USING .*\(silo_id=\? .*AND name/m, postgres: RegExp(index) }
      expect(plan).toMatch(search[world.services.engine])
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE|Sort|Seq Scan/)
    }
  },
)

test('reads the interfaces with an address from an index', async () => {
  const plan = await explain(world.services, interfacesInSilo(await planContext(), 'ipv4', '0').limit(6))
  expect(plan).not.toMatch(/SCAN|TEMP B-TREE|Sort|Seq Scan/)
})

const found = async (text: string, as?: string) =>
  (await world.ask('GET', `/experimental/v1/search?text=${text}`, undefined, as)).body.items.map(
    ({ kind, project_name, name }: Record<string, string>) => `${kind} ${project_name}/${name}`,
  )

test('a caller with roles in many projects finds what is in them, and nothing of others', async () => {
  const [address] = (await world.ask('GET', '/v1/network-interfaces?instance=web-shop&project=shop')).body
    .items
  const { ip } = address.ip_stack.value
  for (const text of ['web', 'web-shop', ids['web-shop']!, ip])
    expect([text, await found(text, ids.ann)]).toEqual([text, ['instance shop/web-shop']])
  for (const text of ['web-bank', 'bank', ids['web-bank']!])
    expect([text, await found(text, ids.ann)]).toEqual([text, []])
  expect(await found('default', ids.ann)).toEqual(['vpc shop/default'])
  expect(await found('shop', ids.ann)).toEqual(['project shop/shop'])
})

test('the names of a silo follow every write', async () => {
  const { db } = world.services
  await expectSearchNames(db)
  const renamed = { name: 'renamed', description: '' }
  expect((await world.ask('PUT', '/v1/vpcs/default?project=bank', renamed)).status).toBe(200)
  await expectSearchNames(db)
  expect(await found('renamed')).toEqual(['vpc bank/renamed'])
  // Its interfaces go in a cascade.
  await db.deleteFrom('instance').where('id', '=', ids['web-bank']!).execute()
  await expectSearchNames(db)
  expect(await db.selectFrom('search_name').select('id').where('kind', '=', 'ipv4').execute()).toHaveLength(1)
})
