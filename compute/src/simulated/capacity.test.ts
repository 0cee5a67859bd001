import { describe, expect, it } from 'vitest'
import { diskSpec, machineSpec } from '../../conformance/specs.ts'
import { DriverError } from '../driver-error.ts'
import { simulatedRack } from './rack.ts'
import { openWorld } from './testing.ts'

const GiB = 1024 ** 3

describe('capacity', () => {
  const sleds = simulatedRack(2)
  const [one, two] = sleds
  const memory = one!.usablePhysicalRam

  it('spreads machines over sleds, and refuses when every sled is full', async () => {
    const { clock, open } = openWorld({ sleds })
    const { driver } = await open()
    const specs = [1, 2].map(() => machineSpec({ memory }))
    for (const spec of specs) await driver.ensureRunning(spec)
    expect(new Set((await driver.list()).map(({ sledId }) => sledId))).toEqual(new Set([one!.id, two!.id]))
    await expect(driver.ensureRunning(machineSpec())).rejects.toThrow('no sled has 1 GiB')
    await driver.ensureStopped(specs[0]!.id)
    await expect(driver.ensureRunning(machineSpec())).rejects.toBeInstanceOf(DriverError)
    await clock.advance(3000)
    await driver.ensureRunning(machineSpec())
  })

  it('counts memory, respects the requested sled, and reserves room for a pending start', async () => {
    const { open } = openWorld({ sleds })
    const { driver } = await open()
    const big = machineSpec({ memory: one!.usablePhysicalRam, sledId: one!.id })
    await driver.ensureRunning(big)
    await expect(driver.ensureRunning(machineSpec({ sledId: one!.id }))).rejects.toMatchObject({
      kind: 'insufficient_capacity',
    })
    await driver.ensureStopped(big.id)
    await driver.ensureRunning({ ...big, sledId: two!.id })
    await expect(driver.ensureRunning(machineSpec({ sledId: two!.id }))).rejects.toThrow(
      'does not have 1 GiB',
    )
  })

  it('adds up the memory of all machines on a sled, and threads are shared', async () => {
    const half = { memory: memory / 2, ncpus: one!.usableHardwareThreads }
    const { open } = openWorld({ sleds: [one!] })
    const { driver } = await open()
    for (const spec of [machineSpec(half), machineSpec(half)]) await driver.ensureRunning(spec)
    await expect(driver.ensureRunning(machineSpec())).rejects.toMatchObject({ kind: 'insufficient_capacity' })
  })

  it('does not migrate to a full sled, and reserves both sleds during a migration', async () => {
    const { clock, open } = openWorld({ sleds })
    const { driver } = await open()
    const [moving, staying] = [one!, two!].map(({ id }) => machineSpec({ memory, sledId: id }))
    await driver.ensureRunning(moving!)
    await driver.ensureRunning(staying!)
    await clock.advance(4000)
    await expect(driver.migrate(moving!.id, two!.id)).rejects.toMatchObject({ kind: 'insufficient_capacity' })
    await driver.ensureStopped(staying!.id)
    await clock.advance(4000)
    await driver.migrate(moving!.id, two!.id)
    for (const { id } of sleds)
      await expect(driver.ensureRunning(machineSpec({ sledId: id }))).rejects.toMatchObject({
        kind: 'insufficient_capacity',
      })
    await clock.advance(4000)
    await driver.ensureRunning(machineSpec({ sledId: one!.id }))
  })

  it('provides the requested CPU platform, including after a migration', async () => {
    const newer = { ...two!, cpuPlatforms: ['amd_milan' as const, 'amd_turin' as const] }
    const { clock, open } = openWorld({ sleds: [one!, newer] })
    const { driver } = await open()
    const spec = machineSpec({ cpuPlatform: 'amd_turin' })
    await driver.ensureRunning(spec)
    await clock.advance(4000)
    expect(await driver.view(spec.id)).toMatchObject({ state: 'running', sledId: newer.id })
    await expect(driver.migrate(spec.id, one!.id)).rejects.toThrow('does not have the CPU platform amd_turin')
    await expect(driver.ensureRunning(machineSpec({ cpuPlatform: 'amd_turin_v2' }))).rejects.toThrow(
      'no sled has the CPU platform amd_turin_v2',
    )
  })

  it('does not count a machine against itself', async () => {
    const { open } = openWorld({ sleds: simulatedRack(1) })
    const { driver } = await open()
    const spec = machineSpec({ memory })
    await driver.ensureRunning(spec)
    await driver.ensureStopped(spec.id)
    await driver.ensureRunning(spec)
    await expect(driver.ensureRunning(machineSpec())).rejects.toMatchObject({ kind: 'insufficient_capacity' })
  })

  const half = { memory: memory / 2 }
  it.each([
    ['by growing', half, { memory }],
    ['by shrinking', { memory }, half],
  ])('reserves the most that a machine resized at its restart takes: %s', async (_, before, after) => {
    const { open } = openWorld({ sleds: [one!] })
    const { driver } = await open()
    const spec = machineSpec(before)
    await driver.ensureRunning(spec)
    await driver.ensureStopped(spec.id)
    await driver.ensureRunning({ ...spec, ...after })
    const other = machineSpec({ ncpus: 1 })
    await expect(driver.ensureRunning(other)).rejects.toMatchObject({ kind: 'insufficient_capacity' })
  })

  it('adds nothing for the several phases of a machine on one sled', async () => {
    const { open } = openWorld({ sleds: [one!] })
    const { driver } = await open()
    const spec = machineSpec(half)
    await driver.ensureRunning(spec)
    await driver.ensureStopped(spec.id)
    await driver.ensureRunning(spec)
    await driver.ensureRunning(machineSpec(half))
  })

  it('limits the total size of disks', async () => {
    const { open } = openWorld({ sleds: simulatedRack(1) })
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
