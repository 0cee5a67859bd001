import { describe, expect, it } from 'vitest'
import { manualClock } from '../clock.ts'
import { diskSpec, machineSpec } from '../../conformance/specs.ts'
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

/** Opens a console after its greeting. */
async function opened(options: SimulationOptions = {}) {
  const rig = await running({ timings: { serialEchoDelay: 0 }, ...options })
  await rig.clock.advance(5000)
  const terminal = screen(await rig.driver.serial(rig.spec.id).connect())
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
      'Debian 13 on web-1, serial line ttyS0\r\n\r\n' +
        'This is a simulated machine; "help" lists its commands.\r\nroot@web-1:~# ',
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
    const two = screen(await driver.serial(spec.id).connect({ mostRecent: 4 }))
    one.type('echo a b\r')
    one.connection.close()
    one.type('never seen')
    await clock.advance(2000)
    expect(two.shown.text).toMatch(/^:~# echo a b\r\na b\r\nroot@web-1:~# $/)
    expect(await text()).toContain('echo a b\r\na b\r\n')
    expect(await text()).not.toContain('never')
  })

  it('stays in the history after all clients have left, before it is saved', async () => {
    const { clock, type, connection, text } = await opened()
    type('echo still here\r')
    connection.close()
    await clock.advance(1)
    expect(await text()).toContain('\r\nstill here\r\n')
  })

  it('survives a restart of the driver, with the line that was begun', async () => {
    const { clock, open, type, text } = await opened()
    type('echo before\recho wh')
    await clock.advance(1000)
    const before = await text()
    const second = await open()
    expect(await text(second)).toBe(before)
    const later = screen(await second.serial((await second.list())[0]!.id).connect({ mostRecent: 0 }))
    later.type('at\r')
    await clock.advance(0)
    expect(later.shown.text).toBe('at\r\nwhat\r\nroot@web-1:~# ')
  })

  it('is saved immediately when the driver is closed', async () => {
    const { driver, open, type, text, clock } = await opened()
    type('echo last words\r')
    await clock.advance(0)
    await driver.close()
    expect(await text(await open())).toContain('last words\r\n')
  })
})

describe('guest', () => {
  it('a reboot continues the stream and ends with the prompt again', async () => {
    const { clock, type, shown, text, driver, spec } = await opened()
    type('echo be')
    await clock.advance(0)
    const before = shown.text
    await driver.reboot(spec.id, 'once')
    await clock.advance(8000)
    expect(shown.text.startsWith(before)).toBe(true)
    expect(shown.text.slice(before.length)).toMatch(
      /Restarting system\r\n[^]*Linux version[^]*root@web-1:~# $/,
    )
    expect(await text()).toBe(shown.text)
  })

  it('a stop is in the output, and ends the connection afterwards', async () => {
    const { clock, shown, connection, driver, spec } = await opened()
    await driver.ensureStopped(spec.id)
    await clock.advance(2999)
    expect(shown.text).toContain('Power down\r\n')
    await clock.advance(1)
    expect(await connection.closed).toBe('stopped')
    await driver.ensureRunning(spec)
    await clock.advance(10_000)
    const { data } = await driver.serial(spec.id).history({ mostRecent: 14, maxBytes: 14 })
    expect(new TextDecoder().decode(data)).toBe('root@web-1:~# ')
  })

  it('a new start begins with an empty history', async () => {
    const { clock, type, driver, spec, text } = await opened()
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
    const { clock, type, shown } = await opened()
    const before = shown.text.length
    type('ping -c 1 127.0.0.1\recho after\r')
    type('echo last\r')
    await clock.advance(0)
    await expect
      .poll(() => shown.text.slice(before))
      .toMatch(/1 received[^]*\r\nafter\r\n[^]*\r\nlast\r\n.*# $/)
  })

  it('without a network are refused', async () => {
    const { clock, type, shown } = await opened()
    type('nc -z 10.0.0.7 443\r')
    await clock.advance(0)
    await expect.poll(() => shown.text).toContain('No route to host\r\nroot@web-1:~# ')
  })

  it('of a guest that restarts before the reply print nothing', async () => {
    const { clock, type, text, driver, spec } = await opened()
    type('ping 10.0.0.7\r')
    await driver.reboot(spec.id, 'once')
    await clock.advance(10_000)
    expect((await text()).endsWith('root@web-1:~# ')).toBe(true)
  })
})

describe('connections', () => {
  it('are lost when the driver closes, and refused for an unknown machine or one that is down', async () => {
    const { driver, spec, connection } = await opened()
    await driver.fail(spec.id, 'power cut')
    expect(await connection.closed).toBe('stopped')
    await expect(driver.serial(spec.id).connect()).rejects.toMatchObject({ kind: 'invalid' })
    await expect(driver.serial(spec.id).history({ fromStart: 0, maxBytes: 1 })).rejects.toThrow('is not up')
    await expect(driver.serial('nobody').connect()).rejects.toMatchObject({ kind: 'not_found' })
    const other = await opened()
    await other.driver.close()
    expect(await other.connection.closed).toBe('lost')
  })

  it("are closed if the client doesn't read", async () => {
    const { clock, driver, spec } = await opened()
    const idle = await driver.serial(spec.id).connect()
    const busy = screen(await driver.serial(spec.id).connect())
    for (let count = 0; count < 1100; count++) {
      busy.type(`echo ${'x'.repeat(4000)}\r`)
      await clock.advance(100)
    }
    expect(await idle.closed).toBe('slow')
    expect(busy.shown.text).toContain('xxx')
  })
})
