import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { externalOf, interfaceOf, networkOf } from './plan/testing.ts'
import { tagOf } from './plan/names.ts'
import type { Guest } from './testing/guest.ts'
import { type Lab, makeLab } from './testing/lab.ts'

/** Whether a TCP connection is answered. The silence of packets that must not pass is 300 ms long. */
const reaches = async (from: Guest, to: string): Promise<boolean> =>
  (await from.send({ protocol: 'tcp', to, port: 80, timeout: 300 })) !== null
/** Waits for an answer that must come. @returns the sender's address as the other end sees it. */
const answer = (from: Guest, to: string): Promise<string | null> =>
  from.send({ protocol: 'tcp', to, port: 80, timeout: 30_000 })

describe('the network of the host', () => {
  let lab: Lab
  let guest: Guest
  const id = crypto.randomUUID()
  const network = networkOf([interfaceOf(id, ['10.0.0.5', 'fd00::5'])])
  const having = (...addresses: string[]) => ({
    ...network,
    version: crypto.randomUUID(),
    external: addresses.map((address) => externalOf(id, address)),
  })
  /** What the host answers for, and where its packets to the hub go. */
  const ofHost = async () => {
    const link = `granary-${tagOf(lab.folder)}`
    const [v4, v6, routes, links] = await Promise.all([
      lab.inHost(['ip', 'neigh', 'show', 'proxy']),
      lab.inHost(['ip', '-6', 'neigh', 'show', 'proxy']),
      lab.inHost(['ip', 'route', 'show']),
      lab.inHost(['ip', 'link', 'show']),
    ])
    return {
      answers: [...new Set(`${v4}${v6}`.match(/^\S+/gm) ?? [])].sort(),
      routes: routes.split('\n').filter((line) => line.includes(link)),
      isLinked: links.includes(link),
    }
  }

  beforeAll(async () => {
    lab = await makeLab()
    await lab.networks.ensure(network)
    guest = await lab.guest(network, id)
  })
  afterAll(() => lab.end())

  test('another machine of it reaches external addresses by TCP and ICMP, until they are detached', async () => {
    const neighbor = await lab.neighbor(['203.0.113.7/24', '2001:db8:2::77/64'])
    expect(await lab.networks.ensure(having('203.0.113.50', '2001:db8:2::50'))).toEqual([])
    for (const [to, from] of [
      ['203.0.113.50', '203.0.113.7'],
      ['2001:db8:2::50', '2001:db8:2::77'],
    ] as const) {
      expect(await answer(neighbor, to)).toBe(from)
      expect(await neighbor.send({ protocol: 'icmp', to, port: 0, timeout: 30_000 })).toBe(to)
    }
    const held = await neighbor.hold('203.0.113.50', 443)
    // What the machine sends has the address too, also one that it shares.
    expect(await answer(guest, '203.0.113.7')).toBe('203.0.113.50')
    expect(await answer(guest, '2001:db8:2::77')).toBe('2001:db8:2::50')
    const ports = { first: 16_384, last: 32_767 }
    const shared = externalOf(id, '203.0.113.51', { kind: 'snat', ports })
    await lab.networks.ensure({ ...having(), external: [shared] })
    expect(await answer(guest, '203.0.113.7')).toBe('203.0.113.51')
    expect(await reaches(neighbor, '203.0.113.51')).toBe(false)
    await lab.networks.ensure(having())
    expect(await held.echoes(300)).toBe(false)
    expect(await reaches(neighbor, '203.0.113.50')).toBe(false)
    expect(await reaches(neighbor, '2001:db8:2::50')).toBe(false)
    expect(await ofHost()).toMatchObject({ answers: [], routes: [] })
  })

  test('an address that another machine has stays with it, and leads here once it is free', async () => {
    const owner = await lab.neighbor(['203.0.113.60/24', '2001:db8:2::60/64'])
    const neighbor = await lab.neighbor(['203.0.113.8/24', '2001:db8:2::8/64'])
    const wanted = having('203.0.113.60', '2001:db8:2::60', '203.0.113.250', '203.0.113.61')
    const shown = await lab.run([...owner.words, 'ip', 'link', 'show', 'lan2'])
    const mac = /link\/ether (\S+)/.exec(shown)![1]!
    expect(await lab.networks.ensure(wanted)).toEqual([
      {
        subject: '203.0.113.60',
        reason: expect.stringContaining(`another machine's in the network of lan0 (${mac})`),
        severity: 'warning',
      },
      { subject: '2001:db8:2::60', reason: expect.stringContaining(mac), severity: 'warning' },
      {
        subject: '203.0.113.250',
        reason: expect.stringContaining('of this host itself'),
        severity: 'warning',
      },
    ])
    expect((await ofHost()).answers).toEqual(['203.0.113.61'])
    // What answers is the other machine itself, for its network and for the host.
    await lab.run([
      ...owner.words,
      'nft',
      'add table inet shut; add chain inet shut in { type filter hook input priority 0; }; add rule inet shut in tcp dport 80 reject',
    ])
    expect(await reaches(neighbor, '203.0.113.60')).toBe(false)
    expect(await reaches(lab.internet, '203.0.113.60')).toBe(false)
    expect(await answer(neighbor, '203.0.113.61')).toBe('203.0.113.8')
    await lab.run([...owner.words, 'ip', 'addr', 'flush', 'dev', 'lan2'])
    expect(await lab.networks.ensure({ ...wanted, version: 'again' })).toEqual([
      {
        subject: '203.0.113.250',
        reason: expect.stringContaining('of this host itself'),
        severity: 'warning',
      },
    ])
    await lab.run([...neighbor.words, 'ip', 'neigh', 'flush', 'dev', 'lan2'])
    expect(await answer(neighbor, '203.0.113.60')).toBe('203.0.113.8')
    expect(await answer(neighbor, '2001:db8:2::60')).toBe('2001:db8:2::8')
    await lab.networks.ensure(having())
  })

  test('a subnet of which another machine has an address stays outside as a whole', async () => {
    await lab.neighbor(['203.0.113.70/24'])
    const routed = [{ subnet: '203.0.113.64/28', interfaceId: id }]
    expect(await lab.networks.ensure({ ...having(), routed })).toEqual([
      {
        subject: '203.0.113.64/28',
        reason: expect.stringContaining('203.0.113.70 is another machine'),
        severity: 'warning',
      },
    ])
    expect(await ofHost()).toMatchObject({ answers: [], routes: [] })
  })

  test('a server that starts takes back what another one has left, and keeps connections', async () => {
    await lab.networks.ensure(having('203.0.113.50'))
    const held = await lab.internet.hold('203.0.113.50', 443)
    const link = `granary-${tagOf(lab.folder)}`
    await lab.inHost(['ip', 'route', 'add', '203.0.113.99', 'via', '169.254.0.2', 'dev', link, 'onlink'])
    await lab.inHost(['ip', 'neigh', 'add', 'proxy', '203.0.113.99', 'dev', 'lan0'])
    await lab.inHost(['ip', 'neigh', 'add', 'proxy', '203.0.113.98', 'dev', 'lan0'])
    await lab.reopen()
    // What it did not make stays.
    expect((await ofHost()).answers).toEqual(['203.0.113.50', '203.0.113.98'])
    expect((await ofHost()).routes).toHaveLength(1)
    expect(await held.echoes(30_000)).toBe(true)
  })

  test('without the setting, a server leaves nothing in the host’s network; with it, it forwards no ports', async () => {
    await lab.networks.ensure(having('203.0.113.50'))
    await lab.reopen({ uplink: null })
    expect(await ofHost()).toEqual({ answers: ['203.0.113.98'], routes: [], isLinked: false })
    const probe = { protocol: 'tcp' as const, port: 80, timeout: 30_000 }
    const { reason } = (await lab.networks.list())[0]!.gaps[0]!
    const to = /127\.[\d.]+/.exec(reason)![0]
    expect(await lab.internet.send({ ...probe, to })).not.toBeNull()
    await lab.reopen()
    expect((await lab.networks.list())[0]!.gaps).toEqual([])
    expect(await answer(lab.internet, '203.0.113.50')).not.toBeNull()
    expect(await lab.internet.send({ ...probe, to, timeout: 300 })).toBeNull()
  })

  test('an interface that the host does not have is refused', async () => {
    await expect(lab.reopen({ uplink: 'lan9' })).rejects.toThrow(
      'this host has no network interface "lan9" for external addresses',
    )
    await lab.reopen()
  })
})
