import { contract, type OperationId } from '@granary/contract/contract.ts'
import { toSnake } from '@granary/contract/codec.ts'
import { certificateFacts } from '@granary/contract/x509/chain.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { diskStates } from '@granary/domain/disk-states.ts'
import { instanceStates, restartingSoon } from '@granary/domain/instance-states.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datasetWorld, type DatasetWorld, emptyWorld, exampleDataset } from '../../test/dataset-world.ts'
import { loadDataset } from './load.ts'
import { ServerState } from '../kit/context/server-state.ts'

let world: DatasetWorld
beforeAll(async () => {
  world = await datasetWorld(exampleDataset())
})
afterAll(() => world.close())

/** A user of each silo with read access to all of it. */
const ADMINS = { main: 'admin', orchard: 'petra', agronomy: 'ines.carvalho@uni.example' }
const silos = Object.entries(ADMINS)

/** Returns every item of a list, page by page. */
async function all<Item>(id: OperationId, path: string, user = 'admin'): Promise<Item[]> {
  const items: Item[] = []
  for (let token: string | null = ''; token !== null;) {
    const separator = path.includes('?') ? '&' : '?'
    const page = (await world.ask(
      id,
      token ? `${path}${separator}page_token=${token}&limit=400` : `${path}${separator}limit=400`,
      { user },
    )) as unknown as { items: Item[]; nextPage: string | null }
    items.push(...page.items)
    token = page.items.length > 0 ? page.nextPage : null
  }
  return items
}
type Item = { id: string; name: string }
const projectsOf = (user: string) => all<Item>('projectList', '/v1/projects', user)

test('loads with few statements, so that the preview opens at once', async () => {
  const { services, close } = await emptyWorld()
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = services.db.withPlugin(counting)
  await loadDataset({ ...services, db, state: new ServerState(db) }, exampleDataset())
  // Rows of a table are inserted together. One statement per row would block the preview's only thread.
  expect(statements).toBeGreaterThan(10)
  expect(statements).toBeLessThan(100)
  await close()
})

test('the history of each pool begins with its creation', async () => {
  const pools = await all<Item>('systemIpPoolList', '/v1/system/ip-pools')
  expect(pools).toHaveLength(5)
  for (const { id, name } of pools) {
    const { items } = (await world.ask('resourceHistory', `/experimental/v1/history/${id}`)) as unknown as {
      items: object[]
    }
    expect(items).toMatchObject([{ action: 'created', name, operation: 'load_dataset' }])
  }
})

describe('every list of the API', () => {
  const isList = (operation: Operation) =>
    'nextPage' in ((operation.response as { shape?: object } | undefined)?.shape ?? {})
  const lists = (Object.entries(contract) as [OperationId, Operation][]).filter(([, operation]) =>
    isList(operation),
  )

  /** Ids for each selector of a list, so that new lists are covered too. */
  async function selectors(siloId: string): Promise<Record<string, string[]>> {
    const { db } = world.services
    const ids = async (table: 'instance' | 'vpc' | 'anti_affinity_group') =>
      (
        await db
          .selectFrom(table)
          .innerJoin('project', 'project.id', `${table}.project_id`)
          .select(`${table}.id`)
          .where('silo_id', '=', siloId)
          .execute()
      ).map((row) => row.id)
    const projects = await db.selectFrom('project').select('id').where('silo_id', '=', siloId).execute()
    const vpcs = await ids('vpc')
    const routers = await db.selectFrom('vpc_router').select('id').where('vpc_id', 'in', vpcs).execute()
    return {
      project: projects.map((row) => row.id),
      instance: await ids('instance'),
      vpc: vpcs,
      router: routers.map((row) => row.id),
      antiAffinityGroup: await ids('anti_affinity_group'),
    }
  }

  test.each(silos)('answers in silo %s in the form of its schema', async (name, user) => {
    const { id } = await world.services.db
      .selectFrom('silo')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const known = await selectors(id)
    const walked = new Set<string>()
    for (const [operationId, { path, params, query }] of lists) {
      if (path.startsWith('/v1/system/') && user !== 'admin') continue
      const needed = Object.entries(query.shape)
        .filter(([, schema]) => !schema.safeParse(undefined).success)
        .map(([key]) => key)
      const selector = [...Object.keys(params.shape), ...needed]
      if (selector.length > 1 || !selector.every((key) => key in known)) continue
      const [key] = selector
      for (const value of key ? known[key]! : ['']) {
        const inPath = path.replace(/\{\w+\}/, value)
        await all(operationId, key && inPath === path ? `${path}?${toSnake(key)}=${value}` : inPath, user)
      }
      walked.add(operationId)
    }
    expect([...walked]).toEqual(
      expect.arrayContaining([
        'projectList',
        'instanceList',
        'diskList',
        'snapshotList',
        'imageList',
        'vpcList',
        'vpcRouterRouteList',
        'internetGatewayList',
        'floatingIpList',
        'ipPoolList',
        'antiAffinityGroupMemberList',
        'instanceExternalIpList',
        'instanceNetworkInterfaceList',
        'userList',
        'groupList',
        'currentUserSshKeyList',
        'currentUserAccessTokenList',
      ]),
    )
  })
})

test('has a silo whose users sign in at an identity provider', async () => {
  const { items } = await world.ask(
    'siloIdentityProviderList',
    '/v1/system/identity-providers?silo=agronomy',
    { user: ADMINS.agronomy },
  )
  expect(items).toMatchObject([{ name: 'university', providerType: 'saml' }])
})

test('has external subnets of both families, one of them attached', async () => {
  const subnets = await all<Item & { subnet: string; instanceId: string | null }>(
    'externalSubnetList',
    '/v1/external-subnets?project=storefront',
  )
  expect(subnets.map(({ name, subnet, instanceId }) => [name, subnet, instanceId !== null])).toEqual([
    ['tills-north', '203.0.113.128/28', true],
    ['tills-south', '203.0.113.144/29', false],
    ['tills-v6', '2001:db8:b4a9:100::/64', true],
  ])
  const members = await all<{ subnet: string; minPrefixLength: number; maxPrefixLength: number }>(
    'systemSubnetPoolMemberList',
    '/v1/system/subnet-pools/branches/members',
  )
  expect(members.map((one) => [one.subnet, one.minPrefixLength, one.maxPrefixLength])).toEqual([
    ['192.0.2.128/26', 28, 32],
    ['203.0.113.128/25', 27, 30],
  ])
})

test('has instances and disks in every state', async () => {
  const instances: { runState: string }[] = []
  const disks: { state: { state: string } }[] = []
  for (const { id } of await projectsOf('admin')) {
    instances.push(...(await all<{ runState: string }>('instanceList', `/v1/instances?project=${id}`)))
    disks.push(...(await all<{ state: { state: string } }>('diskList', `/v1/disks?project=${id}`)))
  }
  expect(new Set(instances.map((row) => row.runState))).toEqual(new Set(instanceStates))
  expect(new Set(disks.map((row) => row.state.state))).toEqual(new Set(diskStates))
})

test('has an expired certificate beside a valid one', async () => {
  const certificates = await all<Item & { cert: string }>('certificateList', '/v1/certificates')
  const facts = await Promise.all(certificates.map(({ cert }) => certificateFacts(cert)))
  const ends = facts.map(([leaf]) => leaf!.notAfter.getTime() > world.services.clock.now().getTime())
  expect(new Set(ends)).toEqual(new Set([false, true]))
})

test('has enough projects for paging, an empty one, one without a VPC, and one with the longest texts', async () => {
  expect(await all('diskList', '/v1/disks?project=warehouse')).toHaveLength(1010)
  expect(await all('instanceList', '/v1/instances?project=warehouse')).toHaveLength(60)
  expect(await all('instanceList', '/v1/instances?project=sandbox')).toHaveLength(0)
  expect(await all('vpcList', '/v1/vpcs?project=sandbox')).toHaveLength(1)
  expect(await all('vpcList', '/v1/vpcs?project=cold-storage')).toHaveLength(0)
  const long = (await all<Item & { description: string }>('projectList', '/v1/projects')).find(
    ({ name }) => name.length === 63,
  )!
  expect(long.description).toHaveLength(512)
  const [disk] = await all<Item & { description: string }>('diskList', `/v1/disks?project=${long.name}`)
  expect([disk!.name.length, disk!.description.length]).toEqual([63, 512])
})

test('has failed instances that are due, cooling down, or never restarted', async () => {
  const instances = await all<{
    name: string
    runState: 'failed'
    autoRestartEnabled: boolean
    autoRestartCooldownExpiration: string | null
  }>('instanceList', '/v1/instances?project=storefront&filter=state:failed')
  const soon = (row: (typeof instances)[number]) =>
    restartingSoon(
      {
        ...row,
        autoRestartCooldownExpiration: row.autoRestartCooldownExpiration
          ? new Date(row.autoRestartCooldownExpiration)
          : null,
      },
      new Date(),
    )
  expect(instances.filter(soon).map((row) => row.name)).toEqual(['coupon', 'gift-cards'])
  expect(instances.filter((row) => !row.autoRestartEnabled).map((row) => row.name)).toEqual(['legacy-api'])
})

test.each(silos)('shows the utilization of silo %s as the sum of its contents', async (_, user) => {
  const up = new Set(['starting', 'running', 'stopping', 'rebooting', 'migrating', 'repairing'])
  const sum = { cpus: 0, memory: 0, storage: 0 }
  for (const { id } of await projectsOf(user)) {
    for (const row of await all<{ runState: string; ncpus: number; memory: number }>(
      'instanceList',
      `/v1/instances?project=${id}`,
      user,
    )) {
      if (!up.has(row.runState)) continue
      sum.cpus += row.ncpus
      sum.memory += row.memory
    }
    for (const row of await all<{ size: number; state: { state: string } }>(
      'diskList',
      `/v1/disks?project=${id}`,
      user,
    ))
      if (row.state.state !== 'destroyed') sum.storage += row.size
    for (const row of await all<{ size: number; state: string }>(
      'snapshotList',
      `/v1/snapshots?project=${id}`,
      user,
    ))
      if (row.state !== 'destroyed') sum.storage += row.size
  }
  // Images of the silo, and those of each project.
  const projects = (await projectsOf(user)).map(({ id }) => `?project=${id}`)
  for (const query of ['', ...projects])
    for (const row of await all<{ size: number }>('imageList', `/v1/images${query}`, user))
      sum.storage += row.size
  const { provisioned, capacity } = await world.ask('utilizationView', '/v1/utilization', { user })
  expect(provisioned).toEqual(sum)
  for (const key of ['cpus', 'memory', 'storage'] as const)
    expect(provisioned[key]).toBeLessThan(capacity[key])
})

test('gives users the roles that their descriptions state', async () => {
  const me = (user: string) => world.ask('currentUserView', '/v1/me', { user })
  expect(await me('admin')).toMatchObject({
    displayName: 'Robin Fenwick',
    siloName: 'main',
    fleetViewer: true,
    siloAdmin: true,
  })
  expect(await me('hana')).toMatchObject({ fleetViewer: true, siloAdmin: true })
  expect(await me('jonas')).toMatchObject({ fleetViewer: true, siloAdmin: false })
  expect(await me('teodor')).toMatchObject({ fleetViewer: false, siloAdmin: false })
  expect(await me('ines.carvalho@uni.example')).toMatchObject({ fleetViewer: true, siloAdmin: true })
  await expect(world.ask('projectList', '/v1/projects', { user: 'nadia' })).rejects.toThrow('403')
  await expect(world.ask('projectView', '/v1/projects/analytics', { user: 'samuel' })).rejects.toThrow('404')
  expect(await world.ask('projectView', '/v1/projects/storefront', { user: 'samuel' })).toMatchObject({
    name: 'storefront',
  })
})

test('gives an admin valid tokens, one of them about to expire, and no expired one', async () => {
  const tokens = await all<{ timeCreated: string; timeExpires: string | null }>(
    'currentUserAccessTokenList',
    '/v1/me/access-tokens',
  )
  const left = tokens.map(({ timeExpires }) =>
    timeExpires === null ? Infinity : Date.parse(timeExpires) - Date.now(),
  )
  const DAY = 86_400_000
  expect(left.filter((time) => time === Infinity)).toHaveLength(1)
  expect(left.filter((time) => time > 0 && time < DAY)).toHaveLength(1)
  expect(left.filter((time) => time > DAY && time < Infinity)).toHaveLength(1)
  expect(left).toHaveLength(3)
  expect(await world.ask('authSettingsView', '/v1/auth-settings', { user: 'admin' })).toMatchObject({
    deviceTokenMaxTtlSeconds: 31_536_000,
  })
})

test('planned no step of an update after the last target', async () => {
  type Status = { targetRelease: { timeRequested: Date }; timeLastStepPlanned: Date }
  const status = await world.ask('systemUpdateStatus', '/v1/system/update/status', { user: 'admin' })
  const { targetRelease, timeLastStepPlanned } = status as unknown as Status
  expect(timeLastStepPlanned).toEqual(targetRelease.timeRequested)
})

test('signs the admin in with the password of the file, which was hashed once', async () => {
  const sign = (password: string) =>
    world.controlPlane.fetch(
      new Request('http://test/v1/login/main/local', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password }),
      }),
    )
  expect((await sign('granary')).status).toBe(204)
  expect((await sign('guess')).status).toBe(401)
  expect(world.hashed).toEqual(['granary'])
})

test('has every change in the change log, readable as an event', async () => {
  const rows = await world.services.db
    .selectFrom('change_log')
    .select(['kind', 'action', 'silo_id'])
    .execute()
  expect(new Set(rows.map((row) => row.action))).toEqual(new Set(['created']))
  expect(rows.filter((row) => row.kind === 'disk')).toHaveLength(
    (await world.services.db.selectFrom('disk').select('id').execute()).length,
  )
  const FLEET_KINDS = /^((ip|subnet)-pool|tuf-repo|target-release)$/
  expect(rows.every((row) => (row.silo_id === null) === FLEET_KINDS.test(row.kind))).toBe(true)
})
