import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { externalOf, interfaceOf, networkOf } from './plan/testing.ts'
import { tagOf } from './plan/names.ts'
import type { Guest } from './testing/guest.ts'
import { type Lab, makeLab } from './testing/lab.ts'

const POLL = { timeout: 30_000, interval: 100 }
/** Whether a TCP connection is answered. The silence of packets that must not pass is 300 ms long. */
const reaches = async (from: Guest, to: string, port = 80): Promise<boolean> =>
  (await from.send({ protocol: 'tcp', to, port, timeout: 300 })) !== null

describe.each([
  { way: 'an interface of the host', uplink: 'lan0' },
  { way: 'forwarded ports', uplink: null },
])('networks with $way', ({ uplink }) => {
  let lab: Lab
  let guests: Guest[]
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  const network = networkOf(
    ids.map((id, at) => interfaceOf(id, [`10.0.0.${at + 5}`, `fd00::${at + 5}`])),
    {
      external: [externalOf(ids[0]!, '203.0.113.5')],
      rules: [{ id: 'web', action: 'allow', hosts: null, protocols: null, ports: [{ first: 80, last: 80 }] }],
      firewalls: [{ inbound: ['web'], outbound: [] }],
    },
  )
  const outer = uplink === null ? '127.68.10.98' : '203.0.113.5'
  /** The sentences of gaps that were said at some time, by their subjects. */
  let said: Map<string, string>
  const name = () => `granary-${tagOf(lab.folder)}-${network.id}`
  const hub = () => `granary-${tagOf(lab.folder)}-hub`
  const dhcpServers = async () => {
    const pids = await lab.namespaces.processes(name()).catch(() => [])
    const names = await Promise.all(pids.map((pid) => lab.run(['cat', `/proc/${pid}/comm`]).catch(() => '')))
    return pids.filter((_, at) => names[at]!.includes('dnsmasq'))
  }
  const gapSubjects = async () => (await lab.networks.list())[0]!.gaps.map(({ subject }) => subject)
  /** Breaks something, and waits until it is whole again and a gap has named it. */
  const breaks = async (words: readonly string[], subject: string, sentence: RegExp) => {
    // A gap that the last look found too is no news.
    await expect.poll(gapSubjects, POLL).not.toContain(subject)
    said.clear()
    await lab.run(words)
    await expect.poll(() => said.get(subject), POLL).toMatch(sentence)
    await expect.poll(isWhole, POLL).toBe(true)
  }
  const isWhole = async () =>
    (await reaches(guests[0]!, '10.0.0.6')) &&
    (await reaches(lab.internet, outer)) &&
    (await reaches(guests[0]!, '198.51.100.7')) &&
    !(await reaches(guests[0]!, '10.0.0.6', 443)) &&
    (await dhcpServers()).length === 1

  beforeAll(async () => {
    lab = await makeLab({ uplink, interval: 200 })
    await lab.networks.ensure(network)
    guests = await Promise.all(ids.map((id) => lab.guest(network, id)))
    said = new Map()
    lab.networks.onGaps(() => {
      void lab.networks.list().then((networks) => {
        for (const { gaps } of networks) for (const { subject, reason } of gaps) said.set(subject, reason)
      })
    })
    expect(await isWhole()).toBe(true)
  })
  afterAll(() => lab.end())

  test('a program that gives addresses is started again, and is a gap until then', async () => {
    const [before] = await dhcpServers()
    process.kill(before!, 'SIGKILL')
    await expect.poll(dhcpServers, POLL).toEqual([expect.any(Number)])
    await expect.poll(() => said.get('dhcp'), POLL).toContain('dnsmasq')
    await expect.poll(gapSubjects, POLL).not.toContain('dhcp')
    expect((await dhcpServers())[0]).not.toBe(before)
  })

  test('rules that were deleted or flushed apply again', async () => {
    const words = [...(await lab.networks.enter(network.id)), 'nft']
    for (const flushes of ['ruleset', 'table']) {
      const tables = await lab.run([...words, 'list', 'tables', 'inet'])
      await breaks(
        [...words, `flush ${flushes === 'table' ? tables.trim() : flushes}`],
        'rules',
        /loaded again/,
      )
    }
  })

  test('a namespace that lost its name has it again, with its connections', async () => {
    const held = await guests[0]!.hold('10.0.0.6', 80)
    await lab.run(['ip', 'netns', 'del', name()])
    await expect.poll(() => said.get('namespace'), POLL).toContain('made again')
    expect(await held.echoes(30_000)).toBe(true)
    await expect.poll(isWhole, POLL).toBe(true)
  })

  test('a hub that was flushed, unlinked or deleted is made again', async () => {
    const ways = [
      { words: ['ip', 'netns', 'exec', hub(), 'nft', 'flush', 'ruleset'], subject: 'outside' },
      { words: ['ip', '-n', name(), 'link', 'del', 'hub'], subject: 'link' },
      { words: ['ip', '-n', hub(), 'link', 'del', 'outside'], subject: 'outside' },
      { words: ['ip', 'netns', 'del', hub()], subject: 'outside' },
    ]
    for (const { words, subject } of ways) await breaks(words, subject, / again\.$/)
  })

  test('a namespace that ended with all in it is made again, for the next machines', async () => {
    for (const pid of await dhcpServers()) process.kill(pid, 'SIGKILL')
    await lab.run(['ip', 'netns', 'del', name()])
    await expect.poll(async () => (await lab.namespaces.list()).includes(name()), POLL).toBe(true)
    guests = await Promise.all(ids.map((id) => lab.guest(network, id)))
    await expect.poll(isWhole, POLL).toBe(true)
  })
})
