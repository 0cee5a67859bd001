import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countedResults } from '../../test/counted-results.ts'
import { type Networks, openNetworks } from '../../test/networks.ts'
import { fleet } from '../kit/authorization.ts'
import type { Context } from '../kit/context.ts'
import { inSnapshot, inTransaction, systemContext } from '../kit/transaction.ts'
import { firewallRuleHandlers } from './firewall-rules.ts'

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

const latestVpc = ({ db }: Context) =>
  db.selectFrom('vpc').selectAll().orderBy('time_created', 'desc').executeTakeFirstOrThrow()

const { GRANARY_TEST_DELAYS, GRANARY_TEST_DATABASE } = process.env
// On PostgreSQL each statement waits, and so it does with delays.
const waitsForNothing = !GRANARY_TEST_DELAYS && GRANARY_TEST_DATABASE !== 'postgres'

test.runIf(waitsForNothing)('checks the rules before the transaction, which waits for no turn', async () => {
  const context = systemContext(net.world.services, 'test')
  const row = await latestVpc(context)
  const input = { found: { row, scope: fleet }, path: {}, query: {}, body: { rules: rules() } }
  type Given = Parameters<typeof firewallRuleHandlers.vpcFirewallRulesUpdate.staged>[0]
  const { staged } = firewallRuleHandlers.vpcFirewallRulesUpdate
  let turns = 0
  const nextTurn = () => void (turns += 1)
  const write = await staged(input as unknown as Given, nextTurn)
  expect(turns).toBeGreaterThan(100)
  let hasTurned = false
  const answer = await inTransaction(context, async (inner) => {
    setImmediate(() => (hasTurned = true))
    const written = await write(inner, input as unknown as Given)
    expect(hasTurned).toBe(false)
    return written
  })
  const before = turns
  expect((await answer(nextTurn)).rules).toHaveLength(1_000)
  expect(turns - before).toBeGreaterThan(50)
})

test('reads the rules in a snapshot, and builds the answer after it', async () => {
  await put(rules())
  const context = systemContext(net.world.services, 'test')
  const row = await latestVpc(context)
  const { read } = firewallRuleHandlers.vpcFirewallRulesView
  const input = { found: { row, scope: fleet }, path: {}, query: {} } as unknown as Parameters<typeof read>[1]
  const answer = await inSnapshot(context, (inner) => read(inner, input))
  let turns = 0
  expect((await answer(() => void (turns += 1))).rules).toHaveLength(1_000)
  expect(turns).toBeGreaterThan(50)
})

test('refuses a rule that names the VPC by the name that it had before', async () => {
  const context = systemContext(net.world.services, 'test')
  const row = await latestVpc(context)
  const found = (name: string) => ({ row: { ...row, name }, scope: fleet })
  type Given = Parameters<typeof firewallRuleHandlers.vpcFirewallRulesUpdate.staged>[0]
  const given = (name: string) => ({ found: found(name), body: { rules: rules() } }) as unknown as Given
  const write = await firewallRuleHandlers.vpcFirewallRulesUpdate.staged(given('default'), () => {})
  await expect(inTransaction(context, (inner) => write(inner, given('renamed')))).rejects.toThrow('cross-VPC')
})
