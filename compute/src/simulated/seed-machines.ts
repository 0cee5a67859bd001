import { isDown } from '../machine.ts'
import type { Seed } from '../seed.ts'
import type { Disks } from './disks.ts'
import type { Holdings } from './holdings.ts'
import type { Machines } from './machines.ts'

/** Writes a seed into the store and announces each machine. Machines are placed like others, and can fill a sled. */
export async function seedMachines(
  { images = [], snapshots = [], disks = [], machines = [] }: Seed,
  rack: { machines: Machines; disks: Disks; holdings: Holdings; now: number },
): Promise<void> {
  for (const { id, size } of images) await rack.disks.putFrozen('image', id, size)
  for (const { id, size } of snapshots) await rack.disks.putFrozen('snapshot', id, size)
  for (const disk of disks) await rack.disks.create(disk)
  for (const { spec, state, since, reason } of machines) {
    const at = Math.min(since.getTime(), rack.now)
    const { ncpus, memory } = spec
    const up = !isDown(state)
    const host = up ? { sledId: rack.holdings.place(spec, rack.now).id, ncpus, memory } : null
    const boot = up ? { startedAt: at, resetAt: at, readyAt: at } : null
    await rack.machines.put({
      spec,
      definedAt: at,
      everStarted: true,
      phases: [{ number: 0, state, at, host, boot, reason }],
      rebootRequests: [],
    })
  }
}
