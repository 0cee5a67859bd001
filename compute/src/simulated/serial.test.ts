import { describe, expect, it } from 'vitest'
import { manualClock } from '../clock.ts'
import { diskSpec, machineNic, machineSpec, networkSpec } from '../../conformance/specs.ts'
import type { MachineNic } from '../machine.ts'
import type { SerialConnection } from '../serial.ts'
import { openSimulatedDriver } from './driver.ts'
import type { SimulationOptions } from './parts.ts'
import { memoryStore } from '../memory-store.ts'

const encoder = new TextEncoder()

async function running(options: SimulationOptions = {}) {
  const clock = manualClock()
  const store = memoryStore()
  const open = () => openSimulatedDriver({ clock, store, ...options })
  const driver = await open()
  const disk = diskSpec()
  const disks = [{ id: disk.id, name: 'root', readOnly: false }]
  const spec = machineSpec({ hostname: 'web-1', guest: { os: 'debian', version: '13' }, disks })
  await driver.createDisk(disk)
  const states: string[] = []
  driver.subscribe(({ state, reason }) => states.push(reason ? `${state}: ${reason}` : state))
  await driver.ensureRunning(spec)
  await clock.advance(4000)
  const text = async (from = driver) => {
    const { data } = await from.serial(spec.id).history({ fromStart: 0, maxBytes: 1_000_000 })
    return new TextDecoder().decode(data)
  }
  return { clock, store, open, driver, spec, states, text }
}

/** Collects the output of a connection as it arrives. */
function screen(connection: SerialConnection) {
  const decoder = new TextDecoder()
  const shown = { text: '' }
  void (async () => {
    for await (const chunk of connection.output) shown.text += decoder.decode(chunk, { stream: true })
  })()
  const type = (keys: string) => void connection.write(encoder.encode(keys))
  return { shown, type, connection }
}

/** Signs in on a console after its greeting. */
async function signedIn(options: SimulationOptions = {}) {
  const rig = await running({ timings: { serialEchoDelay: 0 }, ...options })
  await rig.clock.advance(5000)
  const terminal = screen(await rig.driver.serial(rig.spec.id).connect())
  terminal.type('root\r')
  await rig.clock.advance(0)
  return { ...rig, ...terminal }
}

describe('the greeting', () => {
  it('is typed at 50 ms per character once the machine runs, followed by the prompt', async () => {
    const { clock, text } = await running()
    const log = await text()
    expect(log).toContain('Hostname set to <web-1>.')
    expect(log.endsWith('\r\n\r\n')).toBe(true)
    const typed: string[] = []
    for (let count = 0; count < 6; count++) {
      await clock.advance(50)
      typed.push((await text()).slice(log.length))
    }
    expect(typed).toEqual(['D', 'De', 'Deb', 'Debi', 'Debia', 'Debian'])
    await clock.advance(10_000)
    expect((await text()).slice(log.length)).toBe(
      'Debian 13 on web-1, serial line ttyS0\r\n\r\nweb-1 login: ',
    )
  })

  it('reaches connected clients as it is typed', async () => {
    const { clock, driver, spec } = await running()
    const { shown } = screen(await driver.serial(spec.id).connect({ mostRecent: 0 }))
    await clock.advance(300)
    expect(shown.text).toBe('Debian')
  })
})

describe('typing', () => {
  it('is echoed after a second', async () => {
    const { clock, driver, spec } = await running()
    await clock.advance(5000)
    const { shown, type } = screen(await driver.serial(spec.id).connect({ mostRecent: 0 }))
    type('ab')
    await clock.advance(999)
    expect(shown.text).toBe('')
    await clock.advance(1)
    expect(shown.text).toBe('ab')
    type('\r')
    await clock.advance(1000)
    expect(shown.text).toMatch(/^ab\r\n/)
  })

  it('reaches all clients and the history, even after the typing client has left', async () => {
    const { clock, driver, spec, text } = await running()
    await clock.advance(5000)
    const one = screen(await driver.serial(spec.id).connect({ mostRecent: 0 }))
    const two = screen(await driver.serial(spec.id).connect({ mostRecent: 7 }))
    one.type('ada\rnproc\r')
    one.connection.close()
    one.type('never seen')
    await clock.advance(2000)
    expect(two.shown.text).toMatch(/^login: ada\r\n[^]*nproc\r\n1\r\nada@web-1:~\$ $/)
    expect(await text()).toContain('nproc\r\n1\r\n')
    expect(await text()).not.toContain('never')
  })

  it('stays in the history after all clients have left, before it is saved', async () => {
    const { clock, type, connection, text } = await signedIn()
    type('echo still here\r')
    connection.close()
    await clock.advance(1)
    expect(await text()).toContain('\r\nstill here\r\n')
  })

  it('survives a restart of the driver, with the signed-in user', async () => {
    const { clock, open, type, text } = await signedIn()
    type('echo before\r')
    await clock.advance(1000)
    const before = await text()
    const second = await open()
    expect(await text(second)).toBe(before)
    const later = screen(await second.serial((await second.list())[0]!.id).connect({ mostRecent: 0 }))
    later.type('whoami\r')
    await clock.advance(0)
    expect(later.shown.text).toBe('whoami\r\nroot\r\nroot@web-1:~# ')
  })

  it('is saved immediately when the driver is closed', async () => {
    const { driver, open, type, text, clock } = await signedIn()
    type('echo last words\r')
    await clock.advance(0)
    await driver.close()
    expect(await text(await open())).toContain('last words\r\n')
  })
})

describe('guest', () => {
  it('a reboot from inside is reported, continues the stream and asks for a login again', async () => {
    const { clock, type, shown, states, text } = await signedIn()
    const before = shown.text
    type('reboot\r')
    await clock.advance(0)
    expect(states.at(-1)).toBe('rebooting: the guest restarted itself')
    await clock.advance(8000)
    expect(states.at(-1)).toBe('running')
    expect(shown.text.startsWith(before)).toBe(true)
    expect(shown.text.slice(before.length)).toMatch(
      /Restarting system\r\n[^]*Linux version[^]*web-1 login: $/,
    )
    expect(await text()).toBe(shown.text)
  })

  it('a power-off from inside is reported, and ends the connection afterwards', async () => {
    const { clock, type, shown, states, connection, driver, spec } = await signedIn()
    type('poweroff\r')
    await clock.advance(2999)
    expect(states.at(-1)).toBe('stopping: the guest powered itself off')
    expect(shown.text).toContain('Power down\r\n')
    await clock.advance(1)
    expect(states.at(-1)).toBe('stopped: the guest powered itself off')
    expect(await connection.closed).toBe('stopped')
    await driver.ensureRunning(spec)
    await clock.advance(10_000)
    const { data } = await driver.serial(spec.id).history({ mostRecent: 13, maxBytes: 13 })
    expect(new TextDecoder().decode(data)).toBe('web-1 login: ')
  })

  it('a new start begins with an empty history', async () => {
    const { clock, type, driver, spec, text } = await signedIn()
    type('echo gone\r')
    await clock.advance(1000)
    await driver.ensureStopped(spec.id)
    await clock.advance(3000)
    await driver.ensureRunning(spec)
    await clock.advance(3000)
    expect(await text()).not.toContain('gone')
  })
})

describe('packets', () => {
  it('are answered in the order of the input, which waits for each reply', async () => {
    const { clock, type, shown } = await signedIn()
    const before = shown.text.length
    type('ping -c 1 127.0.0.1\recho after\r')
    type('nproc\r')
    await clock.advance(0)
    await expect.poll(() => shown.text.slice(before)).toMatch(/1 received[^]*\r\nafter\r\n[^]*\r\n1\r\n.*# $/)
  })

  it('without a network are refused', async () => {
    const { clock, type, shown } = await signedIn()
    type('nc -z 10.0.0.7 443\r')
    await clock.advance(0)
    await expect.poll(() => shown.text).toContain('No route to host\r\nroot@web-1:~# ')
  })

  it('of a guest that restarts before the reply print nothing', async () => {
    const { clock, type, shown, text } = await signedIn()
    type('ping 10.0.0.7\r')
    type('reboot\r')
    await clock.advance(0)
    await expect.poll(() => shown.text).toContain('Network is unreachable')
    await clock.advance(10_000)
    expect((await text()).endsWith('web-1 login: ')).toBe(true)
  })
})

describe('ip', () => {
  const nic = (networkId: string, changes: Partial<MachineNic>): MachineNic => ({
    ...machineNic(networkId, 5),
    ...changes,
  })

  it('follows the network, also after an interface is added and removed', async () => {
    const { clock, type, shown, driver, spec, text } = await signedIn()
    const run = async (command: string, last: RegExp) => {
      const before = shown.text.length
      type(`${command}\r`)
      await clock.advance(0)
      await expect.poll(() => shown.text.slice(before)).toMatch(last)
      return shown.text.slice(before)
    }
    expect(await run('ip addr', /# $/)).not.toContain('ens3')

    const network = networkSpec([])
    const [one, other] = [nic(network.id, {}), nic(network.id, { primary: false, addresses: [] })]
    const [subnet] = network.subnets
    const second = { ...subnet!, id: 'second', ipv4Block: '10.0.1.0/26', ipv6Block: 'fd00:1::/64' }
    const interfaces = [
      { ...one, machineId: spec.id, subnetId: subnet!.id, addresses: ['10.0.0.5'] },
      { ...other, machineId: spec.id, subnetId: 'second', addresses: ['10.0.1.9', 'fd00:1::9'] },
    ].map((own) => ({ ...own, transit: [], firewall: 0 }))
    const restart = async (nics: MachineNic[]) => {
      await driver.ensureStopped(spec.id)
      await clock.advance(5000)
      await driver.ensureRunning({ ...spec, nics })
      await clock.advance(20_000)
      const terminal = screen(await driver.serial(spec.id).connect())
      terminal.type('root\rclear\rip addr\rip route\rip -6 route\recho done\r')
      await clock.advance(0)
      await expect.poll(() => terminal.shown.text).toMatch(/\r\ndone\r\n/)
      return text()
    }
    await driver.ensureNetwork({ ...network, subnets: [subnet!, second], interfaces })
    const both = await restart([one, other])
    for (const line of [
      'inet 10.0.0.5/24 scope global ens3',
      'inet 10.0.1.9/26 scope global ens4',
      'inet6 fd00:1::9/64 scope global',
      'default via 10.0.0.1 dev ens3',
      '10.0.1.0/26 dev ens4 proto kernel scope link src 10.0.1.9',
      'fd00:1::/64 dev ens4 proto kernel',
    ])
      expect(both).toContain(`${line}\r\n`)

    await driver.ensureNetwork({ ...network, version: 'two', interfaces: interfaces.slice(0, 1) })
    const single = await restart([one])
    expect(single).toContain('inet 10.0.0.5/24 scope global ens3\r\n')
    expect(single).not.toContain('ens4')
    // A network that forgets an interface takes its addresses along.
    await driver.ensureNetwork({ ...network, version: 'three', interfaces: [] })
    expect(await restart([one])).toContain('ens3: <NO-CARRIER')
  })
})

describe('connections', () => {
  it('are lost when the driver closes, and refused for an unknown machine or one that is down', async () => {
    const { driver, spec, connection } = await signedIn()
    await driver.fail(spec.id, 'power cut')
    expect(await connection.closed).toBe('stopped')
    await expect(driver.serial(spec.id).connect()).rejects.toMatchObject({ kind: 'invalid' })
    await expect(driver.serial(spec.id).history({ fromStart: 0, maxBytes: 1 })).rejects.toThrow('is not up')
    await expect(driver.serial('nobody').connect()).rejects.toMatchObject({ kind: 'not_found' })
    const other = await signedIn()
    await other.driver.close()
    expect(await other.connection.closed).toBe('lost')
  })

  it("are closed if the client doesn't read", async () => {
    const { clock, driver, spec } = await signedIn()
    const idle = await driver.serial(spec.id).connect()
    const busy = screen(await driver.serial(spec.id).connect())
    for (let count = 0; count < 1100; count++) {
      busy.type(`echo ${'x'.repeat(4000)}\r`)
      await clock.advance(100)
    }
    expect(await idle.closed).toBe('slow')
    expect(busy.shown.text).toContain('xxx')
  })

  it('show the current disks and interfaces of the machine', async () => {
    const { clock, driver, spec, type, shown } = await signedIn()
    await driver.createDisk(diskSpec({ kind: 'blank' }, { id: 'd', size: 5 * 1024 ** 3 }))
    await driver.attachDisk(spec.id, { id: 'd', name: 'd', readOnly: false })
    type('lsblk\r')
    await clock.advance(0)
    expect(shown.text).toMatch(/vda +1G[^]*vdb +5G/)
  })
})
