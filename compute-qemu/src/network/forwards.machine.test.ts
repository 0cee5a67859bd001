import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { externalOf, interfaceOf, networkOf } from './plan/testing.ts'
import { type Lab, makeLab } from './testing/lab.ts'
import { METADATA } from './testing/lab-host.ts'
import { MODES } from './testing/modes.ts'

describe.each(MODES)('forwarded ports of $mode', ({ options }) => {
  let lab: Lab
  beforeAll(async () => {
    lab = await makeLab({ ...options, uplink: null })
  })
  afterAll(() => lab.end())

  test('machines reach the host’s networks, and the host their open ports, which is a gap', async () => {
    const id = crypto.randomUUID()
    const network = networkOf([interfaceOf(id, ['10.0.0.5'])])
    const external = [externalOf(id, '203.0.113.5'), externalOf(id, '2001:db8:2::5')]
    const gaps = await lab.networks.ensure({ ...network, external })
    const port = options.rootless ? 8080 : 80
    expect(gaps).toEqual([
      {
        subject: '203.0.113.5',
        reason: expect.stringContaining(
          `at 127.68.10.98, TCP ${options.rootless ? '8022 (for 22), 8080 (for 80)' : '22, 80'}`,
        ),
        severity: 'note',
        forwarded: {
          address: '127.68.10.98',
          ports: expect.arrayContaining([
            { host: options.rootless ? 8022 : 22, guest: 22 },
            { host: port, guest: 80 },
          ]),
        },
      },
      {
        subject: '2001:db8:2::5',
        reason: expect.stringContaining('nothing outside can reach it'),
        severity: 'note',
      },
    ])
    expect(await lab.networks.list()).toEqual([{ id: network.id, version: network.version, gaps }])
    const guest = await lab.guest(network, id)
    const probe = { protocol: 'tcp' as const, timeout: 30_000 }
    expect(await guest.send({ ...probe, to: '198.51.100.7', port: 443 })).not.toBeNull()
    expect(await guest.send({ ...probe, to: METADATA, port: 80, timeout: 1000 })).toBeNull()
    expect(await lab.internet.send({ ...probe, to: '127.68.10.98', port })).not.toBeNull()
    const held = await lab.internet.hold('127.68.10.98', port)
    await (await lab.reopen()).ensure({ ...network, version: 'two', external, vni: 8 })
    expect(await held.echoes(30_000)).toBe(true)
    await lab.networks.ensure({ ...network, version: 'three' })
    expect(await lab.internet.send({ ...probe, to: '127.68.10.98', port, timeout: 300 })).toBeNull()
    expect(await guest.send({ ...probe, to: '198.51.100.7', port: 443, timeout: 300 })).toBeNull()
  })

  test('a port that another program of the host has is not one of the machine', async () => {
    const server = lab.start([...lab.internet.words, 'busybox', 'nc', '-ll', '-p', '3000', '-e', 'true'])
    await expect.poll(() => lab.inHost(['ss', '-Hltn']), { timeout: 30_000 }).toContain(':3000 ')
    const id = crypto.randomUUID()
    const network = networkOf([interfaceOf(id, ['10.0.0.5'])], { external: [externalOf(id, '203.0.113.6')] })
    const [{ reason, forwarded } = { reason: '' }] = await lab.networks.ensure(network)
    const [own, others] = reason.split(' Another program of this host has ')
    expect(own).toMatch(/443.*, 5432, 8000/)
    expect(own).not.toContain('3000')
    expect(others).toBe('TCP 3000 there.')
    expect(forwarded?.ports.map(({ guest }) => guest)).toEqual(expect.not.arrayContaining([3000]))
    const gaps = [{ subject: '203.0.113.6', reason, severity: 'warning', forwarded }]
    expect(await lab.networks.list()).toContainEqual(expect.objectContaining({ gaps }))
    await lab.guest(network, id)
    const to = /127\.[\d.]+\d/.exec(reason)![0]
    const port = options.rootless ? 8080 : 80
    expect(await lab.internet.send({ protocol: 'tcp', to, port, timeout: 30_000 })).not.toBeNull()
    server.kill()
  })
})
