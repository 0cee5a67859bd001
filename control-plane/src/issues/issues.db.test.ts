import { manualClock } from '@granary/compute/clock.ts'
import { fixedWidth } from '@granary/domain/ip.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../../contract/test/certificates.ts'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { chunks } from '../kit/chunks.ts'
import { rawWriter } from '../kit/raw-writer.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

const clock = manualClock(new Date())
let world: World
beforeAll(async () => {
  world = await openWorld({ started: false, clock })
  await addUser(world.services, 'main', 'ada', {})
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  for (const name of ['failed', 'waiting', 'fine'])
    await world.ask('POST', '/v1/instances?project=shop', {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: GiB,
      start: false,
    })
  const update = (name: string, values: object) =>
    rawWriter(world.services).updateTable('instance').where('name', '=', name).set(values).execute()
  await update('failed', { run_state: 'failed' })
  await update('waiting', {
    start_problem: 'Insufficient capacity: Failed to place instance: no sled has room',
  })
})
afterAll(() => world.close())

// oxlint-disable-next-line typescript/no-explicit-any -- bodies differ by operation
type Body = any

const list = async (query = '', as?: string, of = ''): Promise<Body> =>
  (await world.ask('GET', `/experimental/v1/${of}issues${query}`, undefined, as)).body
/** Creates a disk in a state. @returns its ID. */
async function addDisk(name: string, state: string): Promise<string> {
  const { body } = await world.ask('POST', '/v1/disks?project=shop', {
    name,
    description: '',
    size: GiB,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  await rawWriter(world.services)
    .updateTable('disk')
    .where('id', '=', body.id)
    .set({ state: state as 'detached' })
    .execute()
  return body.id
}
const disks = (...states: string[]) =>
  Promise.all(states.map((state, at) => addDisk(`${state.replaceAll('_', '-')}-${at}`, state)))

test('lists failed and waiting instances with the reason, and no others', async () => {
  const { items, capped, snoozed } = await list()
  expect(items).toMatchObject([
    {
      check: 'instance-failed',
      severity: 'error',
      message: 'Instance failed has failed',
      resource_name: 'failed',
      project_name: 'shop',
      snoozed_until: null,
    },
    { check: 'instance-waiting', message: "Instance waiting can't start yet: no sled has room" },
  ])
  expect([capped, snoozed]).toEqual([[], 0])
})

test('lists unattached disks and unfinished uploads, but no disk in use', async () => {
  await disks('detached', 'import_ready', 'attached')
  const found = (await list()).items.filter((item: Body) => item.resource_kind === 'disk')
  expect(found.map(({ check, resource_name: name }: Body) => [check, name])).toEqual([
    ['upload-unfinished', 'import-ready-1'],
    ['disk-unattached', 'detached-0'],
  ])
})

test('a running upload is no issue until its lease ends', async () => {
  const { db, clock } = world.services
  const id = await addDisk('upload', 'import_ready')
  const isListed = async () => (await list()).items.some((item: Body) => item.resource_id === id)
  const lease = (ahead: number) => new Date(clock.now().getTime() + ahead).toISOString()
  await db
    .insertInto('import_lease')
    .values({ disk_id: id, holder: 'me', held_until: lease(3_600_000) })
    .execute()
  expect(await isListed()).toBe(false)
  await db
    .updateTable('import_lease')
    .set({ held_until: lease(-1) })
    .where('disk_id', '=', id)
    .execute()
  expect(await isListed()).toBe(true)
  await rawWriter(world.services).deleteFrom('disk').where('id', '=', id).execute()
})

test('a silo sees its own quota when it is nearly full, and operators see all', async () => {
  const set = (cpus: number) =>
    rawWriter(world.services).updateTable('provisioned').set({ cpus, memory: 0, storage: 0 }).execute()
  await world.ask('PUT', '/v1/system/silos/main/quotas', { cpus: 100, memory: 100 * GiB, storage: 100 * GiB })
  const ofQuotas = async () =>
    (await list('', undefined, 'system/')).items.filter(({ check }: Body) => check === 'quota-nearly-full')
  await set(89)
  expect(await ofQuotas()).toEqual([])
  await set(90)
  const issue = { check: 'quota-nearly-full', message: 'Silo main uses 90 % of its vCPUs' }
  expect(await ofQuotas()).toMatchObject([issue])
  expect((await list()).items).toContainEqual(expect.objectContaining(issue))
  await set(0)
})

test('lists sleds that are out of service or take no new machines', async () => {
  await refreshInventory(world.services)
  const sleds = rawWriter(world.services).updateTable('sled')
  const { body } = await world.ask('GET', '/v1/system/hardware/sleds')
  const [gone, closed] = body.items
  await sleds.where('id', '=', gone.id).set({ in_service: 0 }).execute()
  await sleds.where('id', '=', closed.id).set({ provision_policy: 'non_provisionable' }).execute()
  const { items } = await list('', undefined, 'system/')
  const ofSleds = items.filter(({ resource_kind: kind }: Body) => kind === 'sled')
  expect(ofSleds.map(({ message }: Body) => message).toSorted()).toEqual(
    [
      `Sled ${gone.baseboard.serial} is not in service`,
      `Sled ${closed.baseboard.serial} takes no new machines`,
    ].toSorted(),
  )
  await sleds.set({ in_service: 1, provision_policy: 'provisionable' }).execute()
})

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

test('finds a full pool behind more than a hundred others', async () => {
  const db = rawWriter(world.services)
  const time = world.services.clock.now().toISOString()
  const like = await db
    .selectFrom('ip_pool')
    .selectAll()
    .where('ip_version', '=', 'v4')
    .executeTakeFirstOrThrow()
  const pools = Array.from({ length: 102 }, (_, at) => ({
    ...like,
    id: crypto.randomUUID(),
    name: `a-pool-${String(at).padStart(3, '0')}`,
  }))
  const addresses = pools.map((_, at) => fixedWidth(`192.0.2.${at}`))
  await db.insertInto('ip_pool').values(pools).execute()
  await db
    .insertInto('ip_pool_range')
    .values(
      pools.map(({ id }, at) => ({
        id: crypto.randomUUID(),
        ip_pool_id: id,
        first_address: addresses[at]!,
        last_address: addresses[at]!,
        time_created: time,
      })),
    )
    .execute()
  const project = await db.selectFrom('project').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('external_ip')
    .values({
      id: crypto.randomUUID(),
      kind: 'snat',
      ip_pool_id: pools[101]!.id,
      ip: addresses[101]!,
      first_port: 0,
      last_port: 16_383,
      project_id: project.id,
      instance_id: null,
      name: null,
      description: null,
      time_created: time,
      time_modified: time,
    })
    .execute()
  const { items } = await list('', undefined, 'system/')
  const full = items.filter(({ check }: Body) => check === 'ip-pool-nearly-full')
  expect(full.map(({ message }: Body) => message)).toEqual([
    '100 % of the addresses of IP pool a-pool-101 are used',
  ])
})

test('finds subnet pools that are nearly full, by their addresses', async () => {
  const pools = '/v1/system/subnet-pools'
  const add = (subnet: string, pool: string) =>
    world.ask('POST', `${pools}/${pool}/members/add`, { subnet, min_prefix_length: 25 })
  for (const [name, subnet] of [
    ['blocks', '10.9.0.0/24'],
    ['spare-blocks', '10.9.1.0/24'],
  ] as const) {
    await world.ask('POST', pools, { name, description: '', ip_version: 'v4' })
    await add(subnet, name)
    await world.ask('POST', `${pools}/${name}/silos`, { silo: 'main', is_default: false })
  }
  const take = async (name: string, subnet: string) =>
    world.ask('POST', '/v1/external-subnets?project=shop', {
      name,
      description: '',
      allocator: { type: 'explicit', subnet },
    })
  const found = async () => messagesOf(await list('', undefined, 'system/'), 'subnet-pool-nearly-full')
  expect((await take('low', '10.9.0.0/25')).status).toBe(201)
  expect((await take('other', '10.9.1.0/25')).status).toBe(201)
  expect(await found()).toEqual([])
  expect((await take('high', '10.9.0.128/25')).status).toBe(201)
  expect(await found()).toEqual(['100 % of the addresses of subnet pool blocks are used'])
  await add('10.9.2.0/24', 'blocks')
  expect(await found()).toEqual([])
})

const messagesOf = ({ items }: Body, check: string): string[] =>
  items.filter((item: Body) => item.check === check).map(({ message }: Body) => message)

test('counts the resources in projects for operators, without their names', async () => {
  const { items } = await list('', undefined, 'system/')
  const failed = items.find(({ check }: Body) => check === 'instance-failed')
  expect(failed).toMatchObject({
    message: 'Silo main has 1 failed instance',
    resource_kind: 'silo',
    resource_name: 'main',
    project_name: null,
  })
  const all = { items }
  expect(messagesOf(all, 'instance-waiting')).toEqual(["Silo main has 1 instance that can't start yet"])
  expect(messagesOf(all, 'disk-unattached')).toEqual(['Silo main has 1 disk attached to no instance'])
  expect(messagesOf(all, 'upload-unfinished')).toEqual(['Silo main has 1 unfinished upload'])
})

test('lists floating IPs without an instance', async () => {
  const { body } = await world.ask('POST', '/v1/floating-ips?project=shop', {
    name: 'spare',
    description: '',
    address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
  })
  expect(messagesOf(await list(), 'floating-ip-unused')).toEqual([
    'Floating IP spare is attached to no instance',
  ])
  expect(messagesOf(await list('', undefined, 'system/'), 'floating-ip-unused')).toEqual([
    'Silo main has 1 floating IP attached to no instance',
  ])
  await world.ask('DELETE', `/v1/floating-ips/${body.id}`)
})

test('lists strict groups that cannot place their members, and those that need every sled', async () => {
  await refreshInventory(world.services)
  const sleds = (await world.ask('GET', '/v1/system/hardware/sleds')).body.items as { id: string }[]
  const group = (name: string, policy: string, of = 'anti-affinity') =>
    world.ask('POST', `/v1/${of}-groups?project=shop`, {
      name,
      description: '',
      policy,
      failure_domain: 'sled',
    })
  await group('strict', 'fail')
  await group('loose', 'allow')
  await group('huge', 'fail', 'affinity')
  const join = (path: string, instance: string) =>
    world.ask('POST', `/v1/${path}/members/instance/${instance}?project=shop`)
  for (const instance of ['failed', 'waiting', 'fine'])
    for (const path of ['anti-affinity-groups/strict', 'anti-affinity-groups/loose', 'affinity-groups/huge'])
      await join(path, instance)
  const open = async (count: number) => {
    for (const [at, { id }] of sleds.entries())
      await world.ask('PUT', `/v1/system/hardware/sleds/${id}/provision-policy`, {
        state: at < count ? 'provisionable' : 'non_provisionable',
      })
  }
  const messages = async (check: string) => messagesOf(await list(), check)
  await open(2)
  expect(await messages('group-cannot-place')).toEqual([
    'Anti-affinity group strict has 3 members, which need a sled each, and there are only 2',
  ])
  expect(messagesOf(await list('', undefined, 'system/'), 'group-cannot-place')).toEqual([
    "Silo main has 1 group that can't place all members",
  ])
  await open(3)
  expect(await messages('group-cannot-place')).toEqual([])
  expect(await messages('group-without-spare-sled')).toEqual([
    'Anti-affinity group strict has 3 members, as many as there are sleds for them: if one fails, a member has no place',
  ])
  expect(messagesOf(await list('', undefined, 'system/'), 'group-without-spare-sled')).toEqual([
    'Silo main has 1 anti-affinity group without a spare sled',
  ])
  const resize = (memory: number) =>
    rawWriter(world.services).updateTable('instance').where('name', '=', 'fine').set({ memory }).execute()
  await resize(10_000 * GiB)
  expect(await messages('group-cannot-place')).toEqual([
    'Affinity group huge has members with 3 vCPUs and 9.77 TiB of memory together, and no sled can run all of them',
  ])
  await resize(GiB)
  await open(sleds.length)
  expect(await messages('group-without-spare-sled')).toEqual([])
})

test('lists firewall rules that never match, in VPCs that are in use', async () => {
  const rule = (name: string, target: string, status = 'enabled') => ({
    name,
    description: '',
    status,
    direction: 'inbound',
    targets: [{ type: 'instance', value: target }],
    filters: {},
    action: 'allow',
    priority: 100,
  })
  const rules = [rule('lost', 'nobody'), rule('works', 'fine'), rule('off', 'nobody', 'disabled')]
  const { status } = await world.ask('PUT', '/v1/vpc-firewall-rules?project=shop&vpc=default', { rules })
  expect(status).toBe(200)
  const issue = await list()
  expect(messagesOf(issue, 'firewall-rule-unused')).toEqual([
    'Firewall rule lost of VPC default: Never matches, because none of its targets has a network interface.',
  ])
  expect(issue.items.find(({ check }: Body) => check === 'firewall-rule-unused')).toMatchObject({
    resource_kind: 'vpc-firewall-rule',
    resource_name: 'lost',
    parent_name: 'default',
    project_name: 'shop',
  })
  expect(messagesOf(await list('', undefined, 'system/'), 'firewall-rule-unused')).toEqual([
    'Silo main has 1 firewall rule without effect',
  ])
  await world.ask('PUT', '/v1/vpc-firewall-rules?project=shop&vpc=default', { rules: [] })
})

test('a user who sees no project sees nothing of it, and cannot list those of the fleet', async () => {
  const ada = await world.signIn('ada', 'ada')
  expect((await list('', ada)).items).toEqual([])
  expect((await list('', ada, 'system/')).error_code).toBe('Forbidden')
})

test('a snooze hides an issue from its user until it ends', async () => {
  const [issue] = (await list()).items
  const snooze = (until: string) => world.ask('PUT', `/experimental/v1/issue-snoozes/${issue.id}`, { until })
  const ahead = (ms: number) => new Date(world.services.clock.now().getTime() + ms).toISOString()
  expect((await snooze(ahead(-1_000))).status).toBe(400)
  expect((await snooze(ahead(400 * 86_400_000))).status).toBe(400)
  const until = ahead(3_600_000)
  expect((await snooze(until)).status).toBeLessThan(300)
  const { items, snoozed } = await list()
  expect([items.some(({ id }: Body) => id === issue.id), snoozed]).toEqual([false, 1])
  const all = (await list('?include_snoozed=true')).items
  expect(all.find(({ id }: Body) => id === issue.id).snoozed_until).toBe(until)
  await world.ask('DELETE', `/experimental/v1/issue-snoozes/${issue.id}`)
  expect((await list()).items[0].id).toBe(issue.id)
})

test('counts issues, and counts them again after a snooze, half a minute or a list', async () => {
  // Counts of earlier tests hold for half a minute.
  await clock.advance(30_000)
  const { items } = await list()
  const ada = await world.signIn('ada', 'ada')
  const countOf = async (as?: string, of = ''): Promise<Body> =>
    (await world.ask('GET', `/experimental/v1/${of}issue-count`, undefined, as)).body
  expect(await countOf()).toEqual({ count: items.length, is_capped: false })
  expect(await countOf(ada)).toEqual({ count: 0, is_capped: false })
  expect((await countOf(ada, 'system/')).error_code).toBe('Forbidden')
  expect((await countOf(undefined, 'system/')).count).toBe(
    (await list('', undefined, 'system/')).items.length,
  )
  const until = new Date(world.services.clock.now().getTime() + 3_600_000).toISOString()
  await world.ask('PUT', `/experimental/v1/issue-snoozes/${items[0].id}`, { until })
  expect((await countOf()).count).toBe(items.length - 1)
  await world.ask('DELETE', `/experimental/v1/issue-snoozes/${items[0].id}`)
  expect((await countOf()).count).toBe(items.length)
  // Another server stores a snooze, which ends after a second.
  const { db } = world.services
  const user_id = (await world.ask('GET', '/v1/me')).body.id
  const soon = new Date(clock.now().getTime() + 1_000).toISOString()
  await db.insertInto('issue_snooze').values({ user_id, issue: items[0].id, until: soon }).execute()
  expect((await countOf()).count).toBe(items.length - 1)
  await clock.advance(1_000)
  expect((await countOf()).count).toBe(items.length)
  await addDisk('late', 'detached')
  expect((await countOf()).count).toBe(items.length)
  await clock.advance(30_000)
  expect((await countOf()).count).toBe(items.length + 1)
  await addDisk('later', 'detached')
  expect((await countOf()).count).toBe(items.length + 1)
  await list('?include_snoozed=true')
  expect((await countOf()).count).toBe(items.length + 2)
})

test('lists at most 100 issues of a check, and says that there are more', async () => {
  await disks(...Array.from({ length: 101 }, () => 'detached'))
  const { items, capped } = await list()
  expect(items.filter(({ check }: Body) => check === 'disk-unattached')).toHaveLength(100)
  expect(capped).toEqual(['disk-unattached'])
})
