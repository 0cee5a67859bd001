import { afterEach, describe, expect, it } from 'vitest'
import type { DiskSource, DiskSpec } from './disk.ts'
import { DriverError } from './driver-error.ts'
import type { DriverErrorKind } from './driver-error.ts'
import type { ComputeDriver } from './driver.ts'
import type { MachineReport, MachineSpec, MachineState } from './machine.ts'

/** One driver on an engine without machines and disks, opened anew for one test, and what a test may do around it. */
export interface DriverUnderTest {
  driver: ComputeDriver
  /** Lets so many milliseconds pass for the machines: a real driver sleeps. */
  pass: (ms: number) => Promise<void>
  /** Opens a second driver on the same machines, as a server does after a crash; the first is not used again. */
  reopen: () => Promise<ComputeDriver>
  /** Ends the machine's process behind the driver's back. */
  kill: (machineId: string) => Promise<void>
}

/** What a driver's host can do; anything but `true` is the reason for which the tests that need it are skipped. */
export interface DriverCapabilities {
  machines: true | string
  blocks: true | string
  snapshots: true | string
  serial: true | string
  counters: true | string
  kill: true | string
  reopen: true | string
}

const GiB = 1024 ** 3
const BLOCK = 4096

/** How long a test waits for a machine or a command, and how often it looks; milliseconds of the driver's time. */
const PATIENCE = 300_000
const GLANCE = 100

/** Which state may follow which; the first state of a machine may be any that a start can begin with. */
export const LEGAL_NEXT: Record<MachineState, MachineState[]> = {
  starting: ['running', 'stopping', 'rebooting', 'failed'],
  running: ['stopping', 'rebooting', 'migrating', 'repairing', 'failed'],
  stopping: ['stopped', 'failed'],
  stopped: ['starting'],
  rebooting: ['running', 'stopping', 'rebooting', 'failed'],
  migrating: ['running', 'stopping', 'rebooting', 'failed'],
  repairing: ['running', 'stopping', 'rebooting', 'failed'],
  failed: ['starting', 'stopped'],
}

/** A small machine without disks and network, with what `changes` says. */
export function machineSpec(changes: Partial<MachineSpec> = {}): MachineSpec {
  const id = changes.id ?? crypto.randomUUID()
  return {
    id,
    name: 'm1',
    hostname: 'm1',
    ncpus: 1,
    memory: GiB,
    cpuPlatform: null,
    sledId: null,
    bootDiskId: null,
    disks: [],
    nics: [],
    userData: null,
    sshPublicKeys: [],
    guest: null,
    ...changes,
  }
}

/** A disk of 1 GiB. */
export function diskSpec(source: DiskSource = { kind: 'blank' }, changes: Partial<DiskSpec> = {}): DiskSpec {
  return { id: crypto.randomUUID(), size: GiB, blockSize: BLOCK, source, sledId: null, ...changes }
}

/**
 * The tests that every driver must pass, in terms of the interface alone. `makeDriver` is called for each test; what
 * it opens is closed after it. A skipped test says which capability is missing and why.
 */
export function describeDriver(
  name: string,
  makeDriver: () => Promise<DriverUnderTest>,
  capabilities: DriverCapabilities,
): void {
  describe(`driver ${name}`, () => {
    let opened: ComputeDriver[] = []

    afterEach(async () => {
      for (const driver of opened) await driver.close()
      opened = []
    })

    const follow = (driver: ComputeDriver) => {
      opened.push(driver)
      const reports: MachineReport[] = []
      driver.subscribe((report) => reports.push(report))
      return reports
    }

    const open = async () => {
      const rig = await makeDriver()
      const reports = follow(rig.driver)

      /** Waits for a command while the driver's time goes on. */
      const done = async <T>(work: Promise<T>): Promise<T> => {
        const progress = { settled: false }
        const settle = () => {
          progress.settled = true
        }
        work.then(settle, settle)
        for (let waited = 0; !progress.settled && waited < PATIENCE; waited += GLANCE) await rig.pass(GLANCE)
        if (!progress.settled) throw new Error(`a command took longer than ${PATIENCE} ms`)
        return work
      }
      const refusal = async (work: Promise<unknown>): Promise<DriverErrorKind> => {
        const error = await done(work).catch((caught: unknown) => caught)
        expect(error).toBeInstanceOf(DriverError)
        return (error as DriverError).kind
      }
      const find = (id: string, driver = rig.driver) => done(driver.view(id))
      const reach = async (id: string, state: MachineState, driver = rig.driver) => {
        for (let waited = 0; waited < PATIENCE; waited += GLANCE) {
          const report = await find(id, driver)
          if (report?.state === state) return report
          await rig.pass(GLANCE)
        }
        throw new Error(`machine ${id} did not become ${state}, it is ${(await find(id, driver))?.state}`)
      }
      const start = async (changes: Partial<MachineSpec> = {}) => {
        const spec = machineSpec(changes)
        await done(rig.driver.ensureRunning(spec))
        await reach(spec.id, 'running')
        return spec
      }
      const statesOf = (id: string, from: MachineReport[] = reports) =>
        from
          .filter((report) => report.id === id)
          .map((report) => report.state)
          .filter((state, index, all) => state !== all[index - 1])
      return { ...rig, done, refusal, find, reach, start, statesOf }
    }

    /** A test that runs where the host can do all that it needs. */
    const test = (
      title: string,
      needs: (keyof DriverCapabilities)[],
      run: (rig: Awaited<ReturnType<typeof open>>) => Promise<void>,
    ) => {
      it(title, async (context) => {
        for (const need of needs) {
          const able = capabilities[need]
          if (able !== true) context.skip(`${need}: ${able}`)
        }
        await run(await open())
      })
    }

    test('reports its hosts, and the same ones each time', [], async ({ driver, done }) => {
      const sleds = await done(driver.inventory())
      expect(sleds.length).toBeGreaterThan(0)
      for (const sled of sleds) {
        expect(sled.usableHardwareThreads).toBeGreaterThan(0)
        expect(sled.usablePhysicalRam).toBeGreaterThan(0)
        expect(sled.baseboard.serial).not.toBe('')
      }
      expect(sleds.map(({ id }) => id)).toEqual(sleds.map(({ id }) => id).sort())
      expect(await done(driver.inventory())).toEqual(sleds)
    })

    describe('machines', () => {
      test('a defined machine is stopped, and nothing is reported', ['machines'], async (rig) => {
        const spec = machineSpec()
        await rig.done(rig.driver.ensureDefined(spec))
        await rig.done(rig.driver.ensureDefined(spec))
        const report = await rig.find(spec.id)
        expect(report).toMatchObject({ id: spec.id, state: 'stopped', sledId: null })
        expect(await rig.done(rig.driver.list())).toEqual([report])
        expect(rig.statesOf(spec.id)).toEqual([])
      })

      test('start, reboot and stop are reported step by step', ['machines'], async (rig) => {
        const { driver, done, reach } = rig
        const spec = await rig.start()
        const sleds = (await done(driver.inventory())).map(({ id }) => id)
        expect(sleds).toContain((await rig.find(spec.id))?.sledId)
        await done(driver.reboot(spec.id, 'first'))
        await reach(spec.id, 'running')
        await done(driver.ensureStopped(spec.id))
        expect(await reach(spec.id, 'stopped')).toMatchObject({ sledId: null })
        expect(rig.statesOf(spec.id)).toEqual([
          'starting',
          'running',
          'rebooting',
          'running',
          'stopping',
          'stopped',
        ])
      })

      test('wishes that are fulfilled change nothing', ['machines'], async (rig) => {
        const { driver, done } = rig
        const spec = await rig.start()
        const { since } = (await rig.find(spec.id))!
        await done(driver.ensureRunning(spec))
        await done(driver.ensureDefined({ ...spec, ncpus: 2 }))
        expect(await rig.find(spec.id)).toMatchObject({ state: 'running', since })
        await done(driver.ensureStopped(spec.id))
        await rig.reach(spec.id, 'stopped')
        await done(driver.ensureStopped(spec.id))
        expect(rig.statesOf(spec.id)).toEqual(['starting', 'running', 'stopping', 'stopped'])
      })

      test('a repeated reboot request restarts once', ['machines'], async (rig) => {
        const spec = await rig.start()
        await rig.done(rig.driver.reboot(spec.id, 'same'))
        await rig.reach(spec.id, 'running')
        await rig.done(rig.driver.reboot(spec.id, 'same'))
        await rig.pass(1000)
        expect(rig.statesOf(spec.id)).toEqual(['starting', 'running', 'rebooting', 'running'])
      })

      test('a start while stopping comes after the stop', ['machines'], async (rig) => {
        const spec = await rig.start()
        await rig.done(rig.driver.ensureStopped(spec.id))
        await rig.done(rig.driver.ensureRunning(spec))
        await rig.reach(spec.id, 'running')
        expect(rig.statesOf(spec.id).slice(-4)).toEqual(['stopping', 'stopped', 'starting', 'running'])
      })

      test('a destroyed machine is in no list, and may be destroyed again', ['machines'], async (rig) => {
        const spec = await rig.start()
        await rig.done(rig.driver.destroy(spec.id))
        await rig.done(rig.driver.destroy(spec.id))
        expect(await rig.find(spec.id)).toBeUndefined()
        expect(await rig.done(rig.driver.list())).toEqual([])
        expect(await rig.refusal(rig.driver.ensureStopped(spec.id))).toBe('not_found')
      })

      test('refuses what cannot be, and changes nothing', ['machines'], async (rig) => {
        const { driver, done, refusal } = rig
        expect(await refusal(driver.ensureStopped(crypto.randomUUID()))).toBe('not_found')
        expect(await refusal(driver.reboot(crypto.randomUUID(), 'x'))).toBe('not_found')
        const spec = machineSpec()
        await done(driver.ensureDefined(spec))
        expect(await refusal(driver.reboot(spec.id, 'x'))).toBe('invalid')
        const sleds = await done(driver.inventory())
        const [sled] = sleds
        const old = sleds.find(({ cpuPlatforms }) => !cpuPlatforms.includes('amd_turin_v2'))
        const big = machineSpec({ sledId: sled!.id, ncpus: sled!.usableHardwareThreads + 1 })
        expect(await refusal(driver.ensureRunning(big))).toBe('insufficient_capacity')
        const tooNew = machineSpec({ sledId: old?.id ?? null, cpuPlatform: 'amd_turin_v2' })
        if (old) expect(await refusal(driver.ensureRunning(tooNew))).toBe('insufficient_capacity')
        expect(await refusal(driver.ensureRunning(machineSpec({ sledId: crypto.randomUUID() })))).toBe(
          'not_found',
        )
        expect((await done(driver.list())).map(({ id }) => id)).toEqual([spec.id])
      })

      test(
        'a machine whose process dies is reported failed, and starts again',
        ['machines', 'kill'],
        async (rig) => {
          const spec = await rig.start()
          await rig.kill(spec.id)
          expect(await rig.reach(spec.id, 'failed')).toMatchObject({
            sledId: null,
            reason: expect.any(String),
          })
          expect(rig.statesOf(spec.id).at(-1)).toBe('failed')
          await rig.done(rig.driver.ensureRunning(spec))
          await rig.reach(spec.id, 'running')
        },
      )

      test('machines go on while no driver is there', ['machines', 'reopen'], async (rig) => {
        const running = await rig.start()
        const starting = machineSpec({ name: 'm2', hostname: 'm2' })
        await rig.done(rig.driver.ensureRunning(starting))
        const before = await rig.find(running.id)
        const second = await rig.reopen()
        const reports = follow(second)
        expect(await rig.find(running.id, second)).toEqual(before)
        await rig.reach(starting.id, 'running', second)
        await rig.done(second.ensureStopped(running.id))
        await rig.reach(running.id, 'stopped', second)
        expect(rig.statesOf(running.id, reports)).toEqual(['stopping', 'stopped'])
      })
    })

    describe('disks', () => {
      test('blank disks read as zero, and written bytes read back', ['blocks'], async ({ driver, done }) => {
        const disk = diskSpec({ kind: 'importing' })
        await done(driver.createDisk(disk))
        await done(driver.createDisk(disk))
        expect(await done(driver.readBlocks(disk.id, disk.size - BLOCK, BLOCK))).toEqual(
          new Uint8Array(BLOCK),
        )
        const bytes = pattern(3 * BLOCK, 7)
        await done(driver.writeBlocks(disk.id, 5 * BLOCK, bytes))
        expect(await done(driver.readBlocks(disk.id, 4 * BLOCK, 5 * BLOCK))).toEqual(
          Uint8Array.from([...new Uint8Array(BLOCK), ...bytes, ...new Uint8Array(BLOCK)]),
        )
      })

      test('chunks may come in any order, at once and again', ['blocks'], async ({ driver, done }) => {
        const disk = diskSpec({ kind: 'importing' })
        await done(driver.createDisk(disk))
        const whole = pattern(64 * BLOCK, 11)
        const offsets = Array.from({ length: 16 }, (_, index) => ((index * 7) % 16) * 4 * BLOCK)
        const write = (offset: number) =>
          driver.writeBlocks(disk.id, offset, whole.subarray(offset, offset + 4 * BLOCK))
        await done(Promise.all([...offsets, ...offsets.slice(3, 6)].map(write)))
        expect(await done(driver.readBlocks(disk.id, 0, whole.length))).toEqual(whole)
      })

      test('refuses ranges off the disk or off its blocks', ['blocks'], async ({ driver, done, refusal }) => {
        const disk = diskSpec()
        await done(driver.createDisk(disk))
        const block = new Uint8Array(BLOCK)
        expect(await refusal(driver.writeBlocks(disk.id, disk.size, block))).toBe('invalid')
        expect(await refusal(driver.writeBlocks(disk.id, 1, block))).toBe('invalid')
        expect(await refusal(driver.writeBlocks(disk.id, 0, block.subarray(1)))).toBe('invalid')
        expect(await refusal(driver.readBlocks(disk.id, -BLOCK, BLOCK))).toBe('invalid')
        expect(await refusal(driver.readBlocks(crypto.randomUUID(), 0, BLOCK))).toBe('not_found')
      })

      test('a machine holds its disks', ['machines', 'blocks'], async (rig) => {
        const { driver, done, refusal } = rig
        const disk = diskSpec()
        await done(driver.createDisk(disk))
        const held = { id: disk.id, name: 'd1', readOnly: false }
        const spec = await rig.start({ disks: [held], bootDiskId: disk.id })
        const other = machineSpec({ disks: [held] })
        expect(await refusal(driver.ensureDefined(other))).toBe('invalid')
        expect(await refusal(driver.deleteDisk(disk.id))).toBe('invalid')
        expect(await refusal(driver.writeBlocks(disk.id, 0, new Uint8Array(BLOCK)))).toBe('invalid')
        await done(driver.destroy(spec.id))
        await done(driver.deleteDisk(disk.id))
        await done(driver.deleteDisk(disk.id))
        expect(await refusal(driver.ensureDefined(other))).toBe('not_found')
      })

      test('attach and detach, twice each, on a machine that is down', ['machines'], async (rig) => {
        const { driver, done, refusal } = rig
        const disk = diskSpec()
        await done(driver.createDisk(disk))
        const held = { id: disk.id, name: 'd1', readOnly: false }
        const [one, two] = [machineSpec(), machineSpec()]
        await done(driver.ensureDefined(one))
        await done(driver.ensureDefined(two))
        await done(driver.attachDisk(one.id, held))
        await done(driver.attachDisk(one.id, held))
        expect(await refusal(driver.attachDisk(two.id, held))).toBe('invalid')
        await done(driver.detachDisk(one.id, disk.id))
        await done(driver.detachDisk(one.id, disk.id))
        await done(driver.attachDisk(two.id, held))
        expect(await refusal(driver.attachDisk(crypto.randomUUID(), held))).toBe('not_found')
      })

      test('snapshots keep their moment, and outlive their disk', ['blocks', 'snapshots'], async (rig) => {
        const { driver, done, refusal } = rig
        const disk = diskSpec({ kind: 'importing' })
        const [snapshotId, imageId] = [crypto.randomUUID(), crypto.randomUUID()]
        await done(driver.createDisk(disk))
        await done(driver.writeBlocks(disk.id, 0, pattern(2 * BLOCK, 1)))
        await done(driver.snapshotDisk({ id: snapshotId, diskId: disk.id }))
        await done(driver.writeBlocks(disk.id, BLOCK, pattern(BLOCK, 2)))
        await done(driver.snapshotDisk({ id: snapshotId, diskId: disk.id }))
        await done(driver.createImage({ id: imageId, snapshotId }))
        const copy = diskSpec({ kind: 'snapshot', snapshotId }, { size: 2 * GiB })
        await done(driver.createDisk(copy))
        await done(driver.deleteDisk(disk.id))
        await done(driver.deleteSnapshot(snapshotId))
        await done(driver.deleteSnapshot(snapshotId))
        const fromImage = diskSpec({ kind: 'image', imageId })
        await done(driver.createDisk(fromImage))
        await done(driver.deleteImage(imageId))
        for (const { id } of [copy, fromImage]) {
          expect(await done(driver.readBlocks(id, 0, 2 * BLOCK))).toEqual(pattern(2 * BLOCK, 1))
        }
        expect(await done(driver.readBlocks(copy.id, GiB, BLOCK))).toEqual(new Uint8Array(BLOCK))
        expect(await refusal(driver.createDisk(diskSpec({ kind: 'image', imageId })))).toBe('not_found')
      })

      test('refuses a disk smaller than its source', ['snapshots'], async ({ driver, done, refusal }) => {
        const disk = diskSpec({ kind: 'blank' }, { size: 2 * GiB })
        const snapshotId = crypto.randomUUID()
        await done(driver.createDisk(disk))
        await done(driver.snapshotDisk({ id: snapshotId, diskId: disk.id }))
        expect(await refusal(driver.createDisk(diskSpec({ kind: 'snapshot', snapshotId })))).toBe('invalid')
        expect(await refusal(driver.createDisk({ ...disk, size: GiB }))).toBe('invalid')
      })
    })

    describe('serial console', () => {
      test('everybody connected sees the same, which is the history', ['machines', 'serial'], async (rig) => {
        const spec = await rig.start()
        const port = rig.driver.serial(spec.id)
        const [one, two] = [await port.connect(), await port.connect()]
        await rig.pass(30_000)
        one.write(new TextEncoder().encode('\r'))
        await rig.pass(5000)
        const history = await port.history({ fromStart: 0, maxBytes: 1_000_000 })
        const latest = await port.history({ mostRecent: 10, maxBytes: 10 })
        one.close()
        two.close()
        expect(await one.closed).toBe('client')
        expect(await drain(one.output)).toEqual(history.data)
        expect(await drain(two.output)).toEqual(history.data)
        expect(history.lastByteOffset).toBe(history.data.length)
        expect(latest).toEqual({ data: history.data.slice(-10), lastByteOffset: history.lastByteOffset })
      })

      test(
        'a machine that stops ends the connections, and a stopped one has none',
        ['machines', 'serial'],
        async (rig) => {
          const spec = await rig.start()
          const connection = await rig.driver.serial(spec.id).connect({ mostRecent: 0 })
          await rig.done(rig.driver.reboot(spec.id, 'again'))
          await rig.reach(spec.id, 'running')
          await rig.done(rig.driver.ensureStopped(spec.id))
          await rig.reach(spec.id, 'stopped')
          expect(await rig.done(connection.closed)).toBe('stopped')
          expect(await rig.refusal(rig.driver.serial(spec.id).connect())).toBe('invalid')
          expect(await rig.refusal(rig.driver.serial(crypto.randomUUID()).connect())).toBe('not_found')
        },
      )
    })

    test('counters grow, and only while the machine is up', ['machines', 'counters'], async (rig) => {
      const { driver, done } = rig
      const spec = await rig.start({ ncpus: 2 })
      const first = await done(driver.counters(spec.id))
      await rig.pass(10_000)
      const second = await done(driver.counters(spec.id))
      expect(second.vcpus).toHaveLength(2)
      expect(second.since).toEqual(first.since)
      const total = (counters: typeof first) =>
        counters.vcpus.reduce(
          (sum, { run, idle, waiting, emulation }) => sum + run + idle + waiting + emulation,
          0,
        )
      expect(total(second)).toBeGreaterThan(total(first))
      await done(driver.ensureStopped(spec.id))
      await rig.reach(spec.id, 'stopped')
      expect(await rig.refusal(driver.counters(spec.id))).toBe('invalid')
    })

    test('a closed driver does nothing any more', [], async ({ driver, refusal }) => {
      await driver.close()
      await driver.close()
      expect(await refusal(driver.list())).toBe('unreachable')
    })
  })
}

/** Bytes that differ from place to place and from seed to seed. */
function pattern(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * seed + (index >> 8)) % 251)
}

async function drain(output: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const bytes: number[] = []
  for await (const chunk of output) bytes.push(...chunk)
  return Uint8Array.from(bytes)
}
