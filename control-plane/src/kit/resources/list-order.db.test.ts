import { fieldsOf } from '@granary/contract/commands/fields.ts'
import { contract } from '@granary/contract/contract.ts'
import { fixedWidth } from '@granary/domain/ip.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneOfEach } from '../../../test/one-of-each.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { encodeToken } from '../request/pagination.ts'

type Item = { id: string } & Record<string, string | number | null>
type List = {
  path: string
  /** What an item shows of a field, by which its list is sorted. */
  shown: Record<string, string>
  filters: string[]
}

const CREATED = { created: 'time_created' }
const named = (path: string, shown = {}): List => ({
  path,
  shown: { ...CREATED, ...shown },
  filters: ['name:a', '-name:=b1', 'created:<7d'],
})
const SIZE = { size: 'size' }
const COMPUTE = { vcpus: 'ncpus', memory: 'memory' }
const USED = { ...CREATED, used: 'time_last_used' }

/** Every list with other orders than the published ones. */
const LISTS: Record<string, List> = {
  instanceList: named('/v1/instances?project=shop', COMPUTE),
  siloInstanceList: named('/experimental/v1/instances?', COMPUTE),
  diskList: named('/v1/disks?project=shop', SIZE),
  snapshotList: named('/v1/snapshots?project=shop', SIZE),
  imageList: named('/v1/images?project=shop', SIZE),
  floatingIpList: named('/v1/floating-ips?project=shop', { address: 'ip' }),
  externalSubnetList: named('/v1/external-subnets?project=shop', { address: 'subnet' }),
  vpcList: named('/v1/vpcs?project=shop'),
  vpcSubnetList: named('/v1/vpc-subnets?project=shop&vpc=default'),
  vpcRouterList: named('/v1/vpc-routers?project=shop&vpc=default'),
  internetGatewayList: named('/v1/internet-gateways?project=shop&vpc=default'),
  affinityGroupList: named('/v1/affinity-groups?project=shop'),
  antiAffinityGroupList: named('/v1/anti-affinity-groups?project=shop'),
  projectList: named('/v1/projects?'),
  siloList: named('/v1/system/silos?'),
  currentUserSshKeyList: named('/v1/me/ssh-keys?'),
  systemIpPoolList: named('/v1/system/ip-pools?'),
  systemSubnetPoolList: named('/v1/system/subnet-pools?'),
  alertReceiverList: named('/v1/alert-receivers?'),
  currentUserAccessTokenList: {
    path: '/v1/me/access-tokens?',
    shown: USED,
    filters: ['name:a', 'used:>2026-01-01'],
  },
  userTokenList: { path: '/v1/users/USER/access-tokens?', shown: USED, filters: ['-name:a'] },
  currentUserSessionList: { path: '/experimental/v1/me/sessions?', shown: USED, filters: [] },
  userSessionList: { path: '/v1/users/USER/sessions?', shown: USED, filters: [] },
}

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await oneOfEach(world)
  await makeCopies()
  await makeAddresses()
  const { id } = (await world.ask('GET', '/v1/me')).body
  await makeTokens(id)
  for (const list of Object.values(LISTS)) list.path = list.path.replace('USER', id)
})
afterAll(() => world.close())

const COPIES = 12
/** Copies rows of a table that have a size, so that several have the same, and the largest has more digits than the smallest. */
async function makeCopies(): Promise<void> {
  const { db } = world.services
  const columns = { disk: 'size', snapshot: 'size', image: 'size', instance: 'memory' } as const
  for (const [table, column] of Object.entries(columns)) {
    const from = table as keyof typeof columns
    const row = await db
      .selectFrom(from)
      .selectAll()
      .where('project_id', 'is not', null)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < COPIES; at++) {
      const id = crypto.randomUUID() as string
      const size = [9, 10, 100][at % 3]! * 2 ** 30
      const copy = { ...row, id, name: `${'ab'[at % 2]}${at}`, [column]: size }
      const sized = from === 'instance' ? { ...copy, ncpus: [2, 10, 1][at % 3] } : copy
      await db
        .insertInto(from)
        .values(sized as never)
        .execute()
    }
  }
}

/** Copies addresses and subnets, so that their order is not that of their texts. */
async function makeAddresses(): Promise<void> {
  const { db } = world.services
  const ip = await db
    .selectFrom('external_ip')
    .selectAll()
    .where('kind', '=', 'floating')
    .executeTakeFirstOrThrow()
  const subnet = await db.selectFrom('external_subnet').selectAll().executeTakeFirstOrThrow()
  for (const last of [100, 9, 10]) {
    const copy = { id: crypto.randomUUID() as string, name: `a${last}`, instance_id: null }
    const address = fixedWidth(`198.51.100.${last}`)
    await db
      .insertInto('external_ip')
      .values({ ...ip, ...copy, ip: address })
      .execute()
    const bounds = { first_address: address, last_address: address, subnet: `198.51.100.${last}/32` }
    await db
      .insertInto('external_subnet')
      .values({ ...subnet, ...copy, ...bounds })
      .execute()
  }
}

/** Makes tokens of a user, some of which were never used. */
async function makeTokens(userId: string): Promise<void> {
  const { db } = world.services
  for (let at = 0; at < COPIES; at++) {
    const id = crypto.randomUUID() as string
    const time = `2026-01-0${1 + (at % 3)}T00:00:00.000Z`
    const token = { id, user_id: userId, token_hash: `hash ${at}`, time_created: time, time_expires: null }
    await db
      .insertInto('access_token')
      .values({ ...token, name: `${'ab'[at % 2]} ${at}` })
      .execute()
    const use = { token_id: id, time_last_used: time }
    if (at % 2 === 0) await db.insertInto('access_token_use').values(use).execute()
    const session = {
      id: crypto.randomUUID(),
      user_id: userId,
      token_hash: `session ${at}`,
      time_created: time,
    }
    const last = new Date(world.services.clock.now().getTime() - (at % 3) * 1_000).toISOString()
    await db
      .insertInto('session')
      .values({ ...session, time_last_used: last } as never)
      .execute()
  }
}

const page = async (path: string, query: string) => {
  const { status, body } = await world.ask('GET', `${path}&${query}`)
  expect(status, `${path}&${query}: ${JSON.stringify(body)}`).toBe(200)
  return body as { items: Item[]; next_page: string | null }
}

async function walk(path: string, query: string, limit: number): Promise<Item[]> {
  const items: Item[] = []
  let next: string | null = null
  do {
    const { items: some, next_page } = await page(
      path,
      `${query}&limit=${limit}${next ? `&page_token=${next}` : ''}`,
    )
    items.push(...some)
    next = next_page
  } while (next)
  return items
}

/** Addresses are sorted by their bytes. */
const comparable = (value: string | number | null): string | number =>
  typeof value !== 'string' || value.includes('T')
    ? (value ?? '')
    : value.replaceAll(/\d+/g, (digits) => digits.padStart(3, '0'))

function sortedBy(items: readonly Item[], field: string, descending: boolean): string[] {
  const key = (item: Item) => comparable(item[field]!)
  const up = items.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id < b.id ? -1 : 1))
  return (descending ? up.toReversed() : up).map(({ id }) => id)
}

test('knows every list with other orders', () => {
  const sorted = Object.entries(contract).filter(([, { query }]) => 'orderBy' in query.shape)
  expect(Object.keys(LISTS).sort()).toEqual(sorted.map(([id]) => id).sort())
})

test.each(Object.entries(LISTS))(
  'pages of the %s are parts of its sorted whole',
  async (id, { path, shown, filters }) => {
    const orders = Object.keys(shown).flatMap((field) => [`${field}_ascending`, `${field}_descending`])
    const field = fieldsOf(contract[id as keyof typeof contract].query).find(
      ({ name }) => name === 'order_by',
    )
    expect(field!.choices.toSorted()).toEqual(orders.toSorted())
    for (const filter of ['', ...filters]) {
      const narrowed = filter && `&filter=${encodeURIComponent(filter)}`
      const all = (await page(path, `limit=1000${narrowed}`)).items
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...orders), fc.integer({ min: 1, max: 7 }), async (order, limit) => {
          const [field, direction] = order.split('_') as [string, string]
          const walked = await walk(path, `order_by=${order}${narrowed}`, limit)
          expect(walked.map(({ id }) => id)).toEqual(sortedBy(all, shown[field]!, direction === 'descending'))
        }),
        { numRuns: 6 },
      )
    }
  },
)

const refusal = async (path: string, query: string) => {
  const { status, body } = await world.ask('GET', `${path}&${query}`)
  expect(status).toBe(400)
  return body.message as string
}
const token = (pageStart: object) =>
  encodeToken({ sort_by: 'name_ascending', last_seen: '', project: 'shop', ...pageStart })

test('refuses an order that the list does not have, and the published parameter stays as it is', async () => {
  const { path } = LISTS.diskList!
  for (const order of ['size', 'memory_ascending', 'size_up', 'constructor_ascending'])
    expect(await refusal(path, `order_by=${order}`)).toMatch(/^unable to parse query string: order_by: /)
  expect(await refusal(path, 'sort_by=size_ascending')).toMatch(/^unable to parse query string: sort_by: /)
})

test('refuses the token of a list that is sorted by something else', async () => {
  const { path } = LISTS.diskList!
  const id = crypto.randomUUID()
  const markers = [
    { order_by: 'size_ascending', last_seen: 'data' },
    { order_by: 'size_ascending', last_seen: id },
    { order_by: 'size_ascending', last_seen: `2026-01-01T00:00:00.000Z/${id}` },
    { order_by: 'size_ascending', last_seen: `/${id}` },
    { order_by: 'created_ascending', last_seen: 'data' },
    { last_seen: `1073741824/${id}`, sort_by: 'id_ascending' },
  ]
  for (const marker of markers)
    expect(await refusal(path, `page_token=${token(marker)}`)).toBe('invalid page token')
})

test('goes on after the largest number that a token can name', async () => {
  const last_seen = `9999999999999999/${crypto.randomUUID()}`
  for (const order_by of ['vcpus_ascending', 'memory_descending']) {
    const { items } = await page(LISTS.instanceList!.path, `page_token=${token({ order_by, last_seen })}`)
    expect(items.length > 0).toBe(order_by === 'memory_descending')
  }
})
