import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interfaceOf, networkOf } from './plan/testing.ts'
import { type Lab, makeLab } from './testing/lab.ts'
import { MODES } from './testing/modes.ts'

/** Prints what the server offers. */
const SCRIPT = `printf '#!/bin/sh\\n[ "$1" = bound ] && echo "$ip $mask $router $dns $mtu"\\n' > "$0.sh"; chmod +x "$0.sh"`

describe.each(MODES)('addresses of $mode', ({ options }) => {
  let lab: Lab
  beforeAll(async () => {
    lab = await makeLab(options)
  })
  afterAll(() => lab.end())

  test('guests get their own address, gateway, resolvers and MTU, and learn a change', async () => {
    const interfaces = [5, 6].map((host) =>
      interfaceOf(crypto.randomUUID(), [`10.0.0.${host}`, `fd00::${host}`]),
    )
    const network = networkOf(interfaces)
    await lab.networks.ensure(network)
    const guests = await Promise.all(interfaces.map(({ id }) => lab.guest(network, id)))
    const file = `${lab.folder}/udhcpc`
    const lease = (at: number) =>
      lab.run([
        ...guests[at]!.words,
        'sh',
        '-c',
        `${SCRIPT}; busybox udhcpc -f -q -n -t 20 -T 1 -i eth0 -O mtu -s "$0.sh" 2>&1`,
        file,
      ])
    expect(await lease(0)).toContain('10.0.0.5 24 10.0.0.1 192.0.2.53 1400')
    expect(await lease(1)).toContain('10.0.0.6 24 10.0.0.1 192.0.2.53 1400')
    const moved = { ...interfaces[1]!, addresses: ['10.0.0.9'] }
    await lab.networks.ensure({ ...network, version: 'two', interfaces: [interfaces[0]!, moved] })
    expect(await lease(1)).toContain('10.0.0.9 24 10.0.0.1')
  })

  test('routers advertise themselves, and no network on the link', async () => {
    const at = interfaceOf(crypto.randomUUID(), ['10.0.0.5', 'fd00::5'])
    const network = networkOf([at])
    await lab.networks.ensure(network)
    const guest = await lab.guest(network, at.id)
    const inGuest = (script: string) => lab.run([...guest.words, 'sh', '-c', script])
    await inGuest(
      'ip -6 route del default; echo 2 > /proc/sys/net/ipv6/conf/eth0/accept_ra; echo 0 > /proc/sys/net/ipv6/conf/eth0/forwarding; ip link set eth0 down; ip link set eth0 up',
    )
    await expect
      .poll(() => inGuest('ip -6 route show default'), { timeout: 30_000 })
      .toMatch(/default via fe80::\S+ dev eth0 proto ra/)
    expect((await inGuest('cat /proc/sys/net/ipv6/conf/eth0/mtu')).trim()).toBe('1400')
    expect(await inGuest('ip -6 route show fd00::/64')).toBe('')
  })
})
