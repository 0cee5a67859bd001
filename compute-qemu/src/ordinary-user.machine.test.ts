import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { describeDriver } from '@granary/compute/conformance/describe-driver.ts'
import { createRig } from '@granary/compute/conformance/rig.ts'
import { diskSpec, machineNic, networkSpec, pattern } from '@granary/compute/conformance/specs.ts'
import { findProcesses } from './machines/process.ts'
import { demoImage } from './testing/guest.ts'
import { CAPABILITIES, makeDriver } from './testing/under-test.ts'

/** No account has it. */
const USER = 64_123

const isRoot = process.getuid?.() === 0
if (isRoot) {
  // An ordinary user may not be able to read this folder.
  await demoImage()
  // Vitest runs each file in a process of its own, which can't go back.
  process.setgroups!([])
  process.setgid!(USER)
  process.setuid!(USER)
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Where the tests are not those of root, all others are of an ordinary user. */
describe.skipIf(!isRoot)('as an ordinary user', () => {
  describeDriver('QEMU', () => makeDriver(ends), CAPABILITIES)

  test('a machine with a disk and an interface has the user of the server, and no rights', async () => {
    const { driver, done, reach, ...rig } = createRig(await makeDriver(ends))
    const [disk, networkId] = [diskSpec(), crypto.randomUUID()]
    await driver.createDisk(disk)
    await driver.writeBlocks(disk.id, 0, pattern(4096, 3))
    const nics = [machineNic(networkId, 5)]
    const spec = await rig.start({ disks: [{ id: disk.id, name: 'd1', readOnly: false }], nics })
    expect(await driver.ensureNetwork(networkSpec([spec], { id: networkId }))).toEqual([])
    const status = await readFile(`/proc/${(await findProcesses()).get(spec.id)}/status`, 'utf8')
    const fields = Object.fromEntries(status.split('\n').map((line) => line.split(/:\s+/)))
    expect(fields).toMatchObject({
      Uid: Array(4).fill(USER).join('\t'),
      NoNewPrivs: '1',
      Seccomp: '2',
      CapEff: '0000000000000000',
    })
    expect((await driver.counters(spec.id)).nics).toHaveLength(1)
    await driver.snapshotDisk({ id: crypto.randomUUID(), diskId: disk.id })
    await done(driver.ensureStopped(spec.id))
    await reach(spec.id, 'stopped')
    expect(Buffer.from(await driver.readBlocks(disk.id, 0, 4096)).equals(pattern(4096, 3))).toBe(true)
    await driver.close()
  })
})
