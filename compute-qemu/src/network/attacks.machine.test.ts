import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkName } from './plan/names.ts'
import { interfaceOf, networkOf } from './plan/testing.ts'
import type { Guest } from './testing/guest.ts'
import { type Lab, makeLab } from './testing/lab.ts'
import { MODES } from './testing/modes.ts'

/** What counts packets at a machine before its own firewall: a name, and what nft matches. */
const COUNTERS = {
  honest: 'ip saddr 10.0.0.5 udp dport 443',
  spoofed: 'ip saddr 10.0.0.7 udp dport 443',
  spoofed6: 'ip6 saddr fd00::7 udp dport 443',
  dhcp: 'udp sport 67 udp dport 68',
  advertised: 'icmpv6 type nd-router-advert ip6 saddr fe80::bad',
}

describe.each(MODES)('a machine among others of $mode', ({ options }) => {
  let lab: Lab
  let [attacker, victim, neighbor]: Guest[] = []
  const interfaces = [5, 6, 7].map((host) =>
    interfaceOf(crypto.randomUUID(), [`10.0.0.${host}`, `fd00::${host}`]),
  )
  const network = networkOf(interfaces)
  const inGuest = (guest: Guest, script: string) => lab.run([...guest.words, 'sh', '-c', script])

  beforeAll(async () => {
    lab = await makeLab(options)
    await lab.networks.ensure(network)
    ;[attacker, victim, neighbor] = await Promise.all(interfaces.map(({ id }) => lab.guest(network, id)))
    const rules = Object.entries(COUNTERS).map(
      ([name, match]) =>
        `add counter inet seen ${name}; add rule inet seen packets ${match} counter name ${name}`,
    )
    await inGuest(
      victim!,
      `nft 'add table inet seen; add chain inet seen packets { type filter hook prerouting priority raw; }; ${rules.join('; ')}'`,
    )
  })
  afterAll(() => lab.end())

  /** Packets that the victim has seen. */
  const seen = async (name: keyof typeof COUNTERS): Promise<number> =>
    Number(/packets (\d+)/.exec(await inGuest(victim!, `nft list counter inet seen ${name}`))![1])
  const send = (to: string, more: { source?: string; sourcePort?: number; port?: number } = {}) =>
    attacker!.send({ protocol: 'udp', to, port: 443, timeout: 300, ...more })

  test('its own packets arrive', async () => {
    expect(
      await attacker!.send({ protocol: 'udp', to: '10.0.0.6', port: 443, timeout: 30_000 }),
    ).not.toBeNull()
    expect(await seen('honest')).toBe(1)
  })

  test('its neighbor’s addresses are not its own', async () => {
    await inGuest(attacker!, 'ip addr add 10.0.0.7/32 dev lo; ip addr add fd00::7/128 dev lo nodad')
    await send('10.0.0.6', { source: '10.0.0.7' })
    await send('fd00::6', { source: 'fd00::7' })
    await inGuest(attacker!, 'ip addr del 10.0.0.7/32 dev lo; ip addr del fd00::7/128 dev lo')
    expect([await seen('spoofed'), await seen('spoofed6')]).toEqual([0, 0])
    // The neighbor itself is heard.
    await neighbor!.send({ protocol: 'udp', to: '10.0.0.6', port: 443, timeout: 30_000 })
    await neighbor!.send({ protocol: 'udp', to: 'fd00::6', port: 443, timeout: 30_000 })
    expect([await seen('spoofed'), await seen('spoofed6')]).toEqual([1, 1])
  })

  test('it has one hardware address', async () => {
    const before = await seen('honest')
    await inGuest(attacker!, 'ip link set eth0 address 02:00:00:00:00:66; ip neigh flush dev eth0')
    expect(await send('10.0.0.6')).toBeNull()
    await inGuest(attacker!, `ip link set eth0 address ${interfaces[0]!.mac}`)
    expect(await seen('honest')).toBe(before)
    expect(
      await attacker!.send({ protocol: 'udp', to: '10.0.0.6', port: 443, timeout: 30_000 }),
    ).not.toBeNull()
  })

  test('its answers to ARP reach no other machine, and change nothing', async () => {
    const words = await lab.networks.enter(network.id)
    await inGuest(
      attacker!,
      'ip addr add 10.0.0.7/32 dev eth0; busybox arping -q -c 3 -U -I eth0 -s 10.0.0.7 10.0.0.7; ip addr del 10.0.0.7/32 dev eth0',
    )
    expect(
      await lab.run([...words, 'ip', 'neigh', 'show', '10.0.0.7', 'dev', linkName(interfaces[0]!.id)]),
    ).toBe('')
    expect(await inGuest(victim!, 'ip neigh show 10.0.0.7')).toBe('')
    expect(await victim!.send({ protocol: 'tcp', to: '10.0.0.7', port: 80, timeout: 30_000 })).toBe(
      '10.0.0.6',
    )
  })

  test('its DHCP answers reach no other machine', async () => {
    await send('10.0.0.6', { sourcePort: 67, port: 68 })
    await send('255.255.255.255', { sourcePort: 67, port: 68 })
    expect(await seen('dhcp')).toBe(0)
  })

  test('its router advertisements reach no other machine', async () => {
    await inGuest(attacker!, 'ip addr add fe80::bad/64 dev eth0 nodad')
    const rogue = `port=0\\ninterface=eth0\\nbind-interfaces\\nenable-ra\\ndhcp-range=2001:db8:bad::,ra-only\\nleasefile-ro\\n`
    await inGuest(
      attacker!,
      `ip addr add 2001:db8:bad::1/64 dev eth0 nodad; nft 'add table inet sent; add counter inet sent adverts; add chain inet sent packets { type filter hook output priority raw; }; add rule inet sent packets icmpv6 type nd-router-advert counter name adverts'; printf '${rogue}' | timeout 5 dnsmasq --keep-in-foreground --conf-file=- --pid-file= --user=root --group= || [ $? = 124 ]`,
    )
    expect(await inGuest(attacker!, 'nft list counter inet sent adverts')).toMatch(/packets [1-9]/)
    expect(await seen('advertised')).toBe(0)
  })

  test('it reaches no service of its network but DHCP', async () => {
    const words = await lab.networks.enter(network.id)
    const server = lab.start([...words, 'busybox', 'nc', '-ll', '-p', '7777', '-e', 'cat'])
    expect(await attacker!.send({ protocol: 'tcp', to: '10.0.0.1', port: 7777, timeout: 300 })).toBeNull()
    expect(await attacker!.send({ protocol: 'icmp', to: '10.0.0.1', port: 0, timeout: 300 })).toBeNull()
    server.kill()
  })
})
