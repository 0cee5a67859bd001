import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'
import { diskSpec, GiB, machineSpec } from './specs.ts'

/** Commands about machines that a driver must refuse. */
export function refusalTests(test: DriverTest): void {
  test('refuses invalid commands without a change', ['machines'], async (rig) => {
    const { driver, done, refusal } = rig
    expect(await refusal(driver.ensureStopped(crypto.randomUUID()))).toBe('not_found')
    expect(await refusal(driver.reboot(crypto.randomUUID(), 'x'))).toBe('not_found')
    const spec = machineSpec()
    await done(driver.ensureDefined(spec))
    expect(await refusal(driver.reboot(spec.id, 'x'))).toBe('invalid')
    const sleds = await done(driver.inventory())
    const [sled] = sleds
    const old = sleds.find(({ cpuPlatforms }) => !cpuPlatforms.includes('amd_turin_v2'))
    const big = machineSpec({ sledId: sled!.id, memory: sled!.usablePhysicalRam + GiB })
    expect(await refusal(driver.ensureRunning(big))).toBe('insufficient_capacity')
    const tooNew = machineSpec({ sledId: old?.id ?? null, cpuPlatform: 'amd_turin_v2' })
    if (old) expect(await refusal(driver.ensureRunning(tooNew))).toBe('insufficient_capacity')
    expect(await refusal(driver.ensureRunning(machineSpec({ sledId: crypto.randomUUID() })))).toBe(
      'not_found',
    )
    expect((await done(driver.list())).map(({ id }) => id)).toEqual([spec.id])
  })

  test('a boot disk with blocks of 4,096 bytes runs, or is refused', ['machines'], async (rig) => {
    const { driver, done, refusal } = rig
    const disk = diskSpec()
    expect(disk.blockSize).toBe(4096)
    await done(driver.createDisk(disk))
    const boot = { id: disk.id, name: 'd1', readOnly: false }
    const spec = machineSpec({ disks: [boot], bootDiskId: disk.id })
    const outcome = await done(
      driver.ensureRunning(spec).then(
        () => 'runs',
        () => 'is refused',
      ),
    )
    if (outcome === 'runs') return void (await rig.reach(spec.id, 'running'))
    expect(await refusal(driver.ensureDefined(spec))).toBe('invalid')
    expect(await done(driver.list())).toEqual([])
  })
}
