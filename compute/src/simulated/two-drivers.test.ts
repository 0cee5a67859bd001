import { expect, test } from 'vitest'
import { diskSpec, machineSpec } from '../../conformance/specs.ts'
import { openWorld } from './testing.ts'

/** Two servers on one database: each has its own driver on the same records. */
async function twoDrivers(...options: Parameters<typeof openWorld>) {
  const world = openWorld(...options)
  const [one, other] = [await world.open(), await world.open()]
  return { clock: world.clock, one: one.driver, other: other.driver }
}

const held = (id: string) => ({ id, name: 'd1', readOnly: false })

test('one driver sees a disk that the other created', async () => {
  const { one, other } = await twoDrivers()
  const disk = diskSpec()
  await one.createDisk(disk)
  const spec = machineSpec({ disks: [held(disk.id)] })
  await other.ensureRunning(spec)
  expect(await one.view(spec.id)).toMatchObject({ state: 'starting' })
})

test('one driver can attach and delete a disk that the other detached', async () => {
  const { clock, one, other } = await twoDrivers()
  const [disk, first, second] = [diskSpec(), machineSpec(), machineSpec()]
  await one.createDisk(disk)
  await Promise.all([one.ensureDefined(first), one.ensureDefined(second), clock.advance(2_000)])
  await other.attachDisk(first.id, held(disk.id))
  await one.detachDisk(first.id, disk.id)
  await other.attachDisk(second.id, held(disk.id))
  await one.destroy(second.id)
  await other.deleteDisk(disk.id)
  expect(await one.list()).toHaveLength(1)
})

test('what one driver destroyed uses no capacity of the other', async () => {
  const { one, other } = await twoDrivers()
  const [sled] = await one.inventory()
  const whole = () => machineSpec({ sledId: sled!.id, ncpus: sled!.usableHardwareThreads })
  const storage = sled!.disks.reduce((sum, { size }) => sum + size, 0)
  const local = () => diskSpec({ kind: 'blank' }, { sledId: sled!.id, size: storage - (storage % 4096) })
  const [machine, disk] = [whole(), local()]
  await other.ensureRunning(machine)
  await other.createDisk(disk)
  await one.destroy(machine.id)
  await one.deleteDisk(disk.id)
  await other.ensureRunning(whole())
  await other.createDisk(local())
})
