import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { brief, type Networks, openNetworks } from '../../test/networks.ts'

let net: Networks
beforeAll(async () => {
  net = await openNetworks()
})
afterAll(() => net.world.close())
beforeEach(() => net.start())

const path = () => `/v1/vpc-firewall-rules?${net.inVpc('default')}`
const view = async () => (await net.ask('GET', path())).body
const put = (rules: unknown, more: object = {}) => net.ask('PUT', path(), { rules, ...more })
const rule = (name: string, change: object = {}) => ({
  name,
  description: '',
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority: 100,
  targets: [{ type: 'vpc', value: 'default' }],
  filters: {},
  ...change,
})
const filters = (change: object) => [rule('web', { filters: change })]
const names = (body: { rules: { name: string }[] }) => body.rules.map(({ name }) => name)

test('a PUT replaces all rules, and sorts them by name', async () => {
  const icmp = { type: 'icmp', value: { icmp_type: 3, code: '0-5' } }
  const whole = { hosts: [], ports: ['22', '8000-8080'], protocols: [icmp, { type: 'icmp6', value: null }] }
  const answer = await put([rule('b', { filters: whole }), rule('a', { status: 'disabled' })])
  expect(answer.status).toBe(200)
  expect(answer.body.rules).toMatchObject([
    { name: 'a', status: 'disabled', filters: { hosts: null, ports: null, protocols: null } },
    { name: 'b', filters: whole },
  ])
  expect(await view()).toEqual(answer.body)
  const anyCode = { protocols: [{ type: 'icmp', value: { icmp_type: 8 } }] }
  expect((await put(filters(anyCode))).body.rules[0].filters.protocols).toEqual([
    { type: 'icmp', value: { icmp_type: 8, code: null } },
  ])
})

test('a body without rules deletes them all', async () => {
  expect(await net.ask('PUT', path(), {})).toMatchObject({ status: 200, body: { rules: [] } })
  expect((await view()).rules).toEqual([])
})

test('the change log has one entry with the rules that change, and of those only what changes', async () => {
  const [icmp, internal, ssh] = (await view()).rules
  const { seq: since } = await net.world.services.db
    .selectFrom('change_log')
    .select((select) => select.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  const after = (await put([internal, { ...ssh, priority: 1 }, rule('web')])).body.rules
  expect(after[0]).toEqual(internal)
  expect(after[1]).toMatchObject({ id: ssh.id, time_created: ssh.time_created, priority: 1 })
  const entries = await net.world.services.db
    .selectFrom('change_log')
    .select(['kind', 'action', 'name', 'resource_id', 'before', 'after'])
    .where('seq', '>', since)
    .execute()
  expect(entries).toHaveLength(1)
  const { before, after: now, ...entry } = entries[0]!
  const vpc = (await net.ask('GET', `/v1/vpcs/default?project=${net.project()}`)).body
  expect(entry).toEqual({
    kind: 'vpc-firewall-rule',
    action: 'updated',
    name: 'default',
    resource_id: vpc.id,
  })
  expect(JSON.parse(before!)).toEqual({
    rules: [
      expect.objectContaining({ name: icmp.name, priority: icmp.priority }),
      { id: ssh.id, name: 'allow-ssh', priority: ssh.priority, timeModified: ssh.time_modified },
    ],
  })
  expect(JSON.parse(now!)).toEqual({
    rules: [
      { id: ssh.id, name: 'allow-ssh', priority: 1, timeModified: after[1].time_modified },
      expect.objectContaining({ name: 'web', priority: 100 }),
    ],
  })
  const { items } = (await net.ask('GET', `/experimental/v1/history/${vpc.id}`)).body
  expect(items[0]).toMatchObject({ operation: 'vpc_firewall_rules_update', changed: [{ field: 'rules' }] })
})

test('keeps ports and codes without the blanks around them', async () => {
  const icmp = (code: string) => ({ type: 'icmp', value: { icmp_type: 3, code } })
  const filters = { hosts: null, ports: [' 80', '8000-8080 '], protocols: [icmp(' 0-5 '), icmp(' ')] }
  const { body } = await put([rule('blanks', { filters })])
  expect(body.rules[0].filters).toEqual({
    hosts: null,
    ports: ['80', '8000-8080'],
    protocols: [icmp('0-5'), { type: 'icmp', value: { icmp_type: 3, code: null } }],
  })
})

test('a change of every one of many large rules takes few bytes of the change log', async () => {
  const targets = Array.from({ length: 50 }, (_, index) => ({ type: 'ip', value: `192.0.2.${index}` }))
  const rules = (priority: number) =>
    Array.from({ length: 100 }, (_, index) => rule(`r-${index}`, { targets, priority }))
  await put(rules(1))
  await put(rules(2))
  const { before, after } = await net.world.services.db
    .selectFrom('change_log')
    .select(['before', 'after'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(before!.length + after!.length).toBeLessThan(100 * 300)
})

describe('refuses, and changes nothing:', () => {
  const hosts = (value: object) => filters({ hosts: [value] })
  const ports = (...list: string[]) => filters({ ports: list })
  const many = <Item>(count: number, item: (index: number) => Item) =>
    Array.from({ length: count }, (_, index) => item(index))

  test.each<[string, unknown, string, string]>([
    [
      '1025 rules',
      many(1025, (index) => rule(`r-${index}`)),
      'rules',
      'unsupported value for "rules": max length 1024',
    ],
    [
      'two of a name',
      [rule('a'), rule('a')],
      'rules[1].name',
      'unsupported value for "rules": duplicate rule names: "a"',
    ],
    [
      '257 targets',
      [rule('a', { targets: many(257, () => ({ type: 'ip', value: '1.1.1.1' })) })],
      'rules[0].targets',
      'unsupported value for "targets": max length 256',
    ],
    [
      '257 hosts',
      filters({ hosts: many(257, () => ({ type: 'ip', value: '1.1.1.1' })) }),
      'rules[0].filters.hosts',
      'unsupported value for "filters.hosts": max length 256',
    ],
    [
      '257 protocols',
      filters({ protocols: many(257, () => ({ type: 'tcp' })) }),
      'rules[0].filters.protocols',
      'unsupported value for "filters.protocols": max length 256',
    ],
    ['257 ports', ports(...many(257, (index) => `${index + 1}`)), 'rules[0].filters.ports', 'max length 256'],
    ['port 0', ports('0'), 'rules[0].filters.ports[0]', 'Ports must be between 1 and 65535'],
    ['port 65536', ports('65536'), 'rules[0].filters.ports[0]', 'Ports must be between 1 and 65535'],
    ['a word as port', ports('22', 'ssh'), 'rules[0].filters.ports[1]', 'Not a valid port range'],
    [
      'a reversed range',
      ports('9-8'),
      'rules[0].filters.ports[0]',
      'unsupported value for "l4_port_range": range has larger start value than end value',
    ],
    [
      'reversed ICMP codes',
      filters({ protocols: [{ type: 'icmp', value: { icmp_type: 3, code: '5-0' } }] }),
      'rules[0].filters.protocols[0].value.code',
      'unsupported value for "code"',
    ],
    [
      'reversed ICMPv6 codes',
      filters({ protocols: [{ type: 'icmp6', value: { icmp_type: 3, code: '5-0' } }] }),
      'rules[0].filters.protocols[0].value.code',
      'unsupported value for "code"',
    ],
    [
      'an unknown protocol',
      filters({ protocols: [{ type: 'sctp' }] }),
      'rules[0].filters.protocols[0].type',
      '',
    ],
    [
      'another VPC as host',
      hosts({ type: 'vpc', value: 'other' }),
      'rules[0].filters.hosts[0].value',
      'cross-VPC host filter',
    ],
    [
      'another VPC as target',
      [rule('a', { targets: [{ type: 'vpc', value: 'other' }] })],
      'rules[0].targets[0].value',
      'cross-VPC target',
    ],
    ['a wrong address', hosts({ type: 'ip', value: '1.2.3' }), 'rules[0].filters.hosts[0].value', ''],
    [
      'a wrong network',
      hosts({ type: 'ip_net', value: '10.0.0.0/33' }),
      'rules[0].filters.hosts[0].value',
      '',
    ],
    ['a wrong name', hosts({ type: 'instance', value: 'Web' }), 'rules[0].filters.hosts[0].value', ''],
    ['a priority above the limit', [rule('a', { priority: 65_536 })], 'rules[0].priority', ''],
  ])('%s', async (_, rules, at, message) => {
    const before = await view()
    const answer = await put(rules)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
    expect(answer.body.problems[0].path).toBe(at)
    expect(await view()).toEqual(before)
  })
})

test('accepts names that do not exist: they match nothing', async () => {
  const unknown = [
    { type: 'instance', value: 'nobody' },
    { type: 'subnet', value: 'nowhere' },
  ]
  expect((await put([rule('a', { targets: unknown, filters: { hosts: unknown } })])).status).toBe(200)
})

test('accepts a rule without targets, and one without hosts: neither matches anything', async () => {
  const rules = [rule('a', { targets: [] }), rule('b', { filters: { hosts: [] } })]
  expect((await put(rules)).body.rules).toMatchObject([{ targets: [] }, { filters: { hosts: [] } }])
})

test('1,000 rules are stored and read at once', async () => {
  const rules = Array.from({ length: 1000 }, (_, index) =>
    rule(`r-${String(index).padStart(4, '0')}`, { priority: index }),
  )
  expect((await put(rules)).status).toBe(200)
  expect(names(await view())).toEqual(rules.map(({ name }) => name))
})

describe('two users who edit at the same time', () => {
  test('cannot undo each other: the second one is refused', async () => {
    const { rules, version } = await view()
    const first = await put([...rules, rule('first')], { expected_version: version })
    expect(first.status).toBe(200)
    expect(first.body.version).not.toBe(version)
    const second = await put([...rules, rule('second')], { expected_version: version })
    expect(second).toMatchObject({ status: 409, body: { error_code: 'Conflict' } })
    expect(brief(second)).toContain('(expected_version)')
    expect(names(await view())).toContain('first')
    const again = await put([...first.body.rules, rule('second')], { expected_version: first.body.version })
    expect(names(again.body)).toEqual(expect.arrayContaining(['first', 'second']))
  })

  test('learn of the other’s change before they mend their own rules', async () => {
    const { rules, version } = await view()
    const first = await put([...rules, rule('first')], { expected_version: version })
    const wrong = [...rules, rule('second', { priority: 1 }), rule('second', { priority: 2 })]
    expect((await put(wrong, { expected_version: version })).status).toBe(409)
    expect((await put(wrong, { expected_version: first.body.version })).status).toBe(400)
    expect((await put(wrong)).status).toBe(400)
    expect(await view()).toMatchObject({ version: first.body.version })
  })

  test('are not refused if nothing has changed', async () => {
    const { rules, version } = await view()
    expect((await put(rules, { expected_version: version })).body.version).toBe(version)
  })

  test('see another version after each change, even within a millisecond', async () => {
    const still = await openNetworks(manualClock())
    onTestFinished(() => still.world.close())
    await still.start()
    const at = `/v1/vpc-firewall-rules?${still.inVpc('default')}`
    const versions: string[] = []
    for (const rules of [[], [rule('web')], [rule('web', { priority: 1 })], [rule('web')], [rule('www')]]) {
      const { body } = await still.ask('PUT', at, { rules })
      expect((await still.ask('GET', at)).body).toEqual(body)
      versions.push(body.version)
    }
    await still.ask('PUT', `/v1/vpcs/default?project=${still.project()}`, { name: 'renamed' })
    const renamed = await still.ask('GET', `/v1/vpc-firewall-rules?${still.inVpc('renamed')}`)
    expect(new Set([...versions, renamed.body.version]).size).toBe(versions.length + 1)
  })

  test('without a version replace each other', async () => {
    const { rules } = await view()
    await put([...rules, rule('first')])
    expect(names((await put([...rules, rule('second')])).body)).not.toContain('first')
  })
})
