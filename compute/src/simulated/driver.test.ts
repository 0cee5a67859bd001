import { describe, expect, it } from 'vitest'
import { manualClock } from '../clock.ts'
import { diskSpec, machineSpec } from '../conformance.ts'
import { DriverError } from '../driver-error.ts'
import type { MachineReport } from '../machine.ts'
import { openSimulatedDriver } from './driver.ts'
import type { SimulationOptions } from './driver.ts'
import { simulatedRack } from './rack.ts'
import { memoryBlocks, memoryStore } from './store.ts'

const GiB = 1024 ** 3

/** A world that drivers can be opened on one after the other, as a server that restarts does. */
function world(options: SimulationOptions = {}) {
  const clock = manualClock()
  const everything = { clock, store: memoryStore(), blocks: memoryBlocks(), ...options }
  const begun = clock.now().getTime()
  const open = async () => {
    const driver = await openSimulatedDriver(everything)
    const seen: [number, string][] = []
    const reports: MachineReport[] = []
    driver.subscribe((report) => {
      seen.push([clock.now().getTime() - begun, report.state])
      reports.push(report)
    })
    const state = async (id: string) => (await driver.list()).find((report) => report.id === id)?.state
    return { driver, seen, reports, state }
  }
  return { ...everything, clock, open }
}

/** An open driver with one machine that runs. */
async function running() {
  const rig = world()
  const opened = await rig.open()
  const spec = machineSpec()
  await opened.driver.ensureRunning(spec)
  await rig.clock.advance(4000)
  return { ...rig, ...opened, spec }
}

describe('timings', () => {
  it('a new machine is defined after 1.5 s and runs after 4 s', async () => {
    const { clock, open } = world()
    const { driver, seen, state } = await open()
    const spec = machineSpec()
    const defined = driver.ensureDefined(spec)
    await clock.advance(1499)
    expect(await state(spec.id)).toBeUndefined()
    await clock.advance(1)
    await defined
    expect(await state(spec.id)).toBe('stopped')
    await driver.ensureRunning(spec)
    await clock.advance(2500)
    expect(seen).toEqual([
      [1500, 'starting'],
      [4000, 'running'],
    ])
  })

  it('takes the same time without a definition before', async () => {
    const { clock, open } = world()
    const { driver, seen } = await open()
    await driver.ensureRunning(machineSpec())
    await clock.advance(4000)
    expect(seen).toEqual([
      [0, 'starting'],
      [4000, 'running'],
    ])
  })

  it('stops, starts again and reboots in 3 s each', async () => {
    const { clock, open } = world()
    const { driver, seen } = await open()
    const spec = machineSpec()
    await driver.ensureRunning(spec)
    await clock.advance(4000)
    await driver.ensureStopped(spec.id)
    await clock.advance(3000)
    await driver.ensureRunning(spec)
    await clock.advance(3000)
    await driver.reboot(spec.id, 'one')
    await clock.advance(3000)
    expect(seen.slice(2)).toEqual([
      [4000, 'stopping'],
      [7000, 'stopped'],
      [7000, 'starting'],
      [10_000, 'running'],
      [10_000, 'rebooting'],
      [13_000, 'running'],
    ])
  })

  it('goes as much faster as it is told', async () => {
    const { clock, open } = world({ speed: 100, timings: { define: 0 } })
    const { driver, seen } = await open()
    await driver.ensureRunning(machineSpec())
    await clock.advance(25)
    expect(seen.at(-1)).toEqual([25, 'running'])
  })
})

describe('restarts', () => {
  it('a machine that was starting runs at the right time, and says so', async () => {
    const { clock, open } = world()
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

  it('what happened meanwhile is in the list, under the time when it happened', async () => {
    const { clock, open } = world()
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

  it('knows after a restart what is held and what is full', async () => {
    const { open } = world({ sleds: simulatedRack(1) })
    const first = await open()
    const disk = diskSpec()
    const spec = machineSpec({ ncpus: 128, disks: [{ id: disk.id, name: 'd', readOnly: false }] })
    await first.driver.createDisk(disk)
    await first.driver.ensureRunning(spec)
    await first.driver.close()
    const { driver } = await open()
    await expect(driver.ensureRunning(machineSpec())).rejects.toMatchObject({ kind: 'insufficient_capacity' })
    await expect(driver.deleteDisk(disk.id)).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('close abandons who waits, and machines go on', async () => {
    const { clock, open } = world()
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

describe('capacity', () => {
  const sleds = simulatedRack(2)
  const [one, two] = sleds
  const threads = one!.usableHardwareThreads

  it('spreads machines, and refuses when every sled is full', async () => {
    const { clock, open } = world({ sleds })
    const { driver } = await open()
    const specs = [1, 2].map(() => machineSpec({ ncpus: threads }))
    for (const spec of specs) await driver.ensureRunning(spec)
    expect(new Set((await driver.list()).map(({ sledId }) => sledId))).toEqual(new Set([one!.id, two!.id]))
    await expect(driver.ensureRunning(machineSpec())).rejects.toThrow('no sled has 1 threads and 1 GiB')
    await driver.ensureStopped(specs[0]!.id)
    await expect(driver.ensureRunning(machineSpec())).rejects.toBeInstanceOf(DriverError)
    await clock.advance(3000)
    await driver.ensureRunning(machineSpec())
  })

  it('counts memory, keeps to the sled that is asked for, and keeps room for a start that is to come', async () => {
    const { open } = world({ sleds })
    const { driver } = await open()
    const big = machineSpec({ memory: one!.usablePhysicalRam, sledId: one!.id })
    await driver.ensureRunning(big)
    await expect(driver.ensureRunning(machineSpec({ sledId: one!.id }))).rejects.toMatchObject({
      kind: 'insufficient_capacity',
    })
    await driver.ensureStopped(big.id)
    await driver.ensureRunning({ ...big, sledId: two!.id })
    await expect(driver.ensureRunning(machineSpec({ sledId: two!.id }))).rejects.toThrow('has not 1 threads')
  })

  it('gives a machine the CPU platform that it asks for, also when it is moved', async () => {
    const newer = { ...two!, cpuPlatforms: ['amd_milan' as const, 'amd_turin' as const] }
    const { clock, open } = world({ sleds: [one!, newer] })
    const { driver } = await open()
    const spec = machineSpec({ cpuPlatform: 'amd_turin' })
    await driver.ensureRunning(spec)
    await clock.advance(4000)
    expect(await driver.view(spec.id)).toMatchObject({ state: 'running', sledId: newer.id })
    await expect(driver.migrate(spec.id, one!.id)).rejects.toThrow('has not the CPU platform amd_turin')
    await expect(driver.ensureRunning(machineSpec({ cpuPlatform: 'amd_turin_v2' }))).rejects.toThrow(
      'no sled has the CPU platform amd_turin_v2',
    )
  })

  it('does not count a machine against itself', async () => {
    const { open } = world({ sleds: simulatedRack(1) })
    const { driver } = await open()
    const spec = machineSpec({ ncpus: threads })
    await driver.ensureRunning(spec)
    await driver.ensureStopped(spec.id)
    await driver.ensureRunning(spec)
    await expect(driver.ensureRunning(machineSpec())).rejects.toMatchObject({ kind: 'insufficient_capacity' })
  })

  it('holds as many bytes of disks as there are', async () => {
    const { open } = world({ sleds: simulatedRack(1) })
    const { driver } = await open()
    const total = one!.disks.reduce((sum, disk) => sum + disk.size, 0)
    const most = Math.floor(total / GiB) * GiB
    const disk = diskSpec({ kind: 'blank' }, { size: most })
    await driver.createDisk(disk)
    await expect(driver.createDisk(diskSpec())).rejects.toMatchObject({ kind: 'insufficient_capacity' })
    await driver.deleteDisk(disk.id)
    await driver.createDisk(diskSpec())
  })
})

describe('what nobody asked for', () => {
  it('a move to another sled', async () => {
    const { driver, clock, spec, reports } = await running()
    const sleds = await driver.inventory()
    const from = reports.at(-1)!.sledId
    const target = sleds.find(({ id }) => id !== from)!.id
    await driver.migrate(spec.id, target)
    await clock.advance(4000)
    expect(reports.slice(-2).map(({ state, sledId }) => [state, sledId])).toEqual([
      ['migrating', from],
      ['running', target],
    ])
    expect(reports.at(-1)!.reason).toContain('moves')
    await driver.ensureStopped(spec.id)
    await expect(driver.migrate(spec.id, target)).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('a repair, cut short by a stop', async () => {
    const { driver, clock, spec, seen } = await running()
    await driver.repair(spec.id)
    await clock.advance(1000)
    await driver.ensureStopped(spec.id)
    await clock.advance(60_000)
    expect(seen.slice(-3).map(([, state]) => state)).toEqual(['repairing', 'stopping', 'stopped'])
  })

  it('the loss of the process; a stop then takes no time', async () => {
    const { driver, spec, reports } = await running()
    await driver.fail(spec.id, 'the sled lost power')
    expect(reports.at(-1)).toMatchObject({ state: 'failed', reason: 'the sled lost power', sledId: null })
    await driver.ensureStopped(spec.id)
    expect(reports.at(-1)).toMatchObject({ state: 'stopped' })
  })

  it('a report that is not true', async () => {
    const { driver, spec, reports, state } = await running()
    const lie: MachineReport = { id: spec.id, state: 'failed', since: new Date(0), sledId: null }
    driver.misreport(lie)
    expect(reports.at(-1)).toEqual(lie)
    expect(await state(spec.id)).toBe('running')
  })

  it('nothing reaches a listener that has left', async () => {
    const { driver, spec } = await running()
    const late: MachineReport[] = []
    const leave = driver.subscribe((report) => late.push(report))
    leave()
    await driver.fail(spec.id, 'gone')
    expect(late).toEqual([])
  })
})

describe('faults', () => {
  it('refuse, delay and lose answers of the commands that they name', async () => {
    const { clock, open } = world({
      faults: (command, id) => {
        if (command === 'createDisk' && id === 'refused')
          return { refuse: new DriverError('internal', 'no luck') }
        if (command === 'createDisk' && id === 'slow') return { delay: 5000 }
        if (command === 'deleteDisk') return { loseAnswer: true }
        return undefined
      },
    })
    const { driver } = await open()
    await expect(driver.createDisk(diskSpec({ kind: 'blank' }, { id: 'refused' }))).rejects.toMatchObject({
      kind: 'internal',
      retryable: true,
    })
    await expect(driver.readBlocks('refused', 0, 4096)).rejects.toMatchObject({ kind: 'not_found' })
    let done = false
    const slow = driver.createDisk(diskSpec({ kind: 'blank' }, { id: 'slow' })).then(() => (done = true))
    await clock.advance(4999)
    expect(done).toBe(false)
    await clock.advance(1)
    await slow
    await expect(driver.deleteDisk('slow')).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(driver.readBlocks('slow', 0, 4096)).rejects.toMatchObject({
      kind: 'not_found',
      retryable: false,
    })
  })
})

describe('seed', () => {
  it('puts machines into any state, where they stay until somebody asks for another', async () => {
    const { clock, open } = world()
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

describe('snapshots', () => {
  it('keep their moment when the store fails between any two steps', async () => {
    for (let failing = 1; failing <= 3; failing++) {
      const store = memoryStore()
      let writes = -Infinity
      const failOnce = async (key: string, value: unknown) => {
        if (++writes === failing) throw new Error('disk full')
        return store.put(key, value)
      }
      const { driver } = await world({ store: { ...store, put: failOnce } }).open()
      const disk = diskSpec({ kind: 'importing' })
      const [before, after] = [1, 2].map((value) => new Uint8Array(4096).fill(value))
      await driver.createDisk(disk)
      await driver.writeBlocks(disk.id, 0, before!)
      writes = 0
      const snapshot = () => driver.snapshotDisk({ id: 's', diskId: disk.id })
      const first = await snapshot().catch((error: unknown) => error)
      expect(first).toMatchObject({ kind: 'internal', message: 'the store failed: Error: disk full' })
      await snapshot()
      await driver.writeBlocks(disk.id, 0, after!)
      await driver.createDisk(diskSpec({ kind: 'snapshot', snapshotId: 's' }, { id: 'copy' }))
      expect(await driver.readBlocks('copy', 0, 4096)).toEqual(before)
      expect(await driver.readBlocks(disk.id, 0, 4096)).toEqual(after)
    }
  })

  it('free what nothing needs, and only that', async () => {
    const { open, store } = world()
    const { driver } = await open()
    const disk = diskSpec({ kind: 'importing' })
    await driver.createDisk(disk)
    await driver.writeBlocks(disk.id, 0, new Uint8Array(4096).fill(1))
    await driver.snapshotDisk({ id: 's1', diskId: disk.id })
    await driver.writeBlocks(disk.id, 0, new Uint8Array(4096).fill(2))
    await driver.snapshotDisk({ id: 's2', diskId: disk.id })
    await driver.createDisk(diskSpec({ kind: 'snapshot', snapshotId: 's1' }, { id: 'copy' }))
    await driver.deleteDisk(disk.id)
    await driver.deleteSnapshot('s2')
    await driver.deleteSnapshot('s1')
    expect((await store.list('layer/')).map(({ key }) => key)).toEqual(
      [`layer/${disk.id}`, 'layer/copy'].sort(),
    )
    await driver.deleteDisk('copy')
    expect(await store.list('')).toEqual([])
  })
})
