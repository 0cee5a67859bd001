import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countedResults } from '../../test/counted-results.ts'
import { type Networks, openNetworks } from '../../test/networks.ts'

let net: Networks
beforeAll(async () => {
  net = await openNetworks()
})
afterAll(() => net.world.close())
beforeEach(() => net.start())

/** About as many statements as inserting 1,000 rules and their entries takes, with what a request needs. */
const MAX_STATEMENTS = 80
const path = () => `/v1/vpc-firewall-rules?${net.inVpc('default')}`

/** Returns 1,000 rules; `change` makes each of them another one. */
const rules = (change: object = {}) =>
  Array.from({ length: 1_000 }, (_, index) => ({
    name: `r-${String(index).padStart(4, '0')}`,
    description: '',
    action: 'allow' as const,
    direction: 'inbound' as const,
    status: 'enabled' as const,
    priority: index,
    targets: [{ type: 'vpc' as const, value: 'default' }],
    filters: { hosts: null, ports: [String(index + 1)], protocols: null },
    ...change,
  }))
const put = async (list: unknown) => {
  const { status, body } = await net.ask('PUT', path(), { rules: list })
  expect(status).toBe(200)
  return body
}

test('replacing 1,000 rules takes few statements, whatever changes', async () => {
  const { world } = net
  const created = await countedResults(world, () => put(rules()))
  const updated = await countedResults(world, () => put(rules({ priority: 7 })))
  const unchanged = await countedResults(world, () => put(rules({ priority: 7 })))
  const renamed = rules().map((rule) => ({ ...rule, name: `n${rule.name}` }))
  const replaced = await countedResults(world, () => put(renamed))
  const removed = await countedResults(world, () => put([]))
  for (const statements of [created, updated, replaced, removed])
    expect(statements).toBeLessThan(MAX_STATEMENTS)
  expect(unchanged).toBeLessThan(20)
})

test('a renamed VPC takes few statements, whatever rules name it', async () => {
  await put(rules())
  const rename = () => net.ask('PUT', `/v1/vpcs/default?project=${net.project()}`, { name: 'renamed' })
  expect(await countedResults(net.world, rename)).toBeLessThan(MAX_STATEMENTS)
  const { body } = await net.ask('GET', `/v1/vpc-firewall-rules?${net.inVpc('renamed')}`)
  expect(body.rules.map(({ targets }: { targets: object[] }) => targets[0])).toEqual(
    Array.from({ length: 1_000 }, () => ({ type: 'vpc', value: 'renamed' })),
  )
})

test('a VPC is deleted with its rules in few statements', async () => {
  await put(rules())
  await net.ask('DELETE', `/v1/vpc-subnets/default?${net.inVpc('default')}`)
  const remove = async () =>
    expect((await net.ask('DELETE', `/v1/vpcs/default?project=${net.project()}`)).status).toBe(204)
  expect(await countedResults(net.world, remove)).toBeLessThan(MAX_STATEMENTS)
})

test('stores what it answers', async () => {
  await put(rules())
  const kept = rules().slice(0, 500)
  const answered = await put([...kept, ...rules({ action: 'deny' }).slice(500, 900)].toReversed())
  expect((await net.ask('GET', path())).body).toEqual(answered)
})
