import { describe, expect, it } from 'vitest'
import { diskSpec, machineSpec } from '../../conformance/specs.ts'
import { simulatedRack } from './rack.ts'
import { openWorld } from './testing.ts'

const GiB = 1024 ** 3

describe('driver restarts', () => {
  it('a starting machine runs at the right time, and reports it', async () => {
    const { clock, open } = openWorld()
    const first = await open()
    const spec = machineSpec()
    await first.driver.ensureRunning(spec)
    await first.driver.close()
    await clock.advance(3000)
    const second = await open()
    expect(await second.state(spec.id)).toBe('starting')
    await clock.advance(1000)
    expect(second.seen).toEqual([[4000, 'running']])
    expect(first.seen).toEqual([[0, 'starting']])
  })

  it('lists changes from between two drivers with the time of the change', async () => {
    const { clock, open } = openWorld()
    const first = await open()
    const spec = machineSpec()
    await first.driver.ensureRunning(spec)
    const begun = clock.now()
    await first.driver.close()
    await clock.advance(60_000)
    const second = await open()
    const [report] = await second.driver.list()
    expect(report).toMatchObject({ state: 'running', since: new Date(begun.getTime() + 4000) })
    expect(second.seen).toEqual([])
  })

  it('knows attachments and full sleds after a restart', async () => {
    const sleds = simulatedRack(1)
    const { open } = openWorld({ sleds })
    const first = await open()
    const disk = diskSpec()
    const spec = machineSpec({
      memory: sleds[0]!.usablePhysicalRam,
      disks: [{ id: disk.id, name: 'd', readOnly: false }],
    })
    await first.driver.createDisk(disk)
    await first.driver.ensureRunning(spec)
    await first.driver.close()
    const { driver } = await open()
    await expect(driver.ensureRunning(machineSpec())).rejects.toMatchObject({ kind: 'insufficient_capacity' })
    await expect(driver.deleteDisk(disk.id)).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('close rejects waiting callers, and machines keep running', async () => {
    const { clock, open } = openWorld()
    const { driver, seen } = await open()
    const defined = driver.ensureDefined(machineSpec())
    const refused = expect(defined).rejects.toMatchObject({ kind: 'unreachable' })
    await clock.advance(100)
    await driver.close()
    await refused
    await clock.advance(10_000)
    expect(seen).toEqual([])
  })
})

describe('seed', () => {
  it('puts machines into any state, where they stay until a command', async () => {
    const { clock, open } = openWorld()
    const { driver, state } = await open()
    const disk = diskSpec()
    const since = new Date(clock.now().getTime() - 86_400_000)
    const states = [
      'starting',
      'running',
      'stopping',
      'stopped',
      'rebooting',
      'migrating',
      'repairing',
      'failed',
    ] as const
    const machines = states.map((each) => ({ spec: machineSpec({ name: each }), state: each, since }))
    machines[1]!.spec.disks = [{ id: disk.id, name: 'd', readOnly: false }]
    await driver.seed({ images: [{ id: 'image', size: GiB }], disks: [disk], machines })
    await clock.advance(600_000)
    for (const machine of machines) expect(await state(machine.spec.id)).toBe(machine.state)
    expect(await driver.list()).toContainEqual(expect.objectContaining({ state: 'failed', since }))
    await driver.createDisk(diskSpec({ kind: 'image', imageId: 'image' }))
    await driver.ensureStopped(machines[0]!.spec.id)
    await driver.ensureStopped(machines[2]!.spec.id)
    await clock.advance(3000)
    expect(await state(machines[0]!.spec.id)).toBe('stopped')
    expect(await state(machines[2]!.spec.id)).toBe('stopped')
    expect((await driver.counters(machines[1]!.spec.id)).since).toEqual(since)
  })
})
