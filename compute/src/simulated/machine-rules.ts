import { DriverError, latestRequest } from '../driver-error.ts'
import { isDown, type MachineSpec } from '../machine.ts'
import type { Holdings } from './holdings.ts'
import type { Recheck } from './recheck.ts'
import type { MachineRecord } from './record.ts'
import type { Phase } from './timeline.ts'

/** Returns the refusal of a command that needs a machine that is up. */
export const notUp = ({ spec }: MachineRecord): DriverError =>
  new DriverError('invalid', `machine ${spec.name} is not up`)

/** @throws DriverError `invalid` while the machine starts, stops or is moved; while it runs, if that is not allowed. */
export function requireSettled({ spec }: MachineRecord, phase: Phase | undefined, hotplug: boolean): void {
  if (!phase || isDown(phase.state) || (hotplug && phase.state === 'running')) return
  throw new DriverError(
    'invalid',
    `machine ${spec.name} is ${phase.state}: wait until it ${hotplug ? 'runs or is' : 'is'} stopped`,
  )
}

/** @throws DriverError `not_found` for an unknown sled or disk, `invalid` for a disk of another machine. */
export function checkSpec(
  spec: MachineSpec,
  { holdings, recheck }: { holdings: Holdings; recheck: Recheck },
): Promise<void> {
  return recheck(() => {
    if (spec.sledId !== null) holdings.sled(spec.sledId)
    for (const { id } of spec.disks) {
      if (!holdings.hasDisk(id)) throw new DriverError('not_found', `disk ${id} is unknown`)
      holdings.requireFree(id, spec.id)
    }
  })
}

/** Returns a machine that has had a request. @throws Superseded if it has had a later one. */
export function numbered(record: MachineRecord, number: number | undefined): MachineRecord {
  const lastRequest = latestRequest(record.spec.id, record.lastRequest ?? 0, number)
  return lastRequest === (record.lastRequest ?? 0) ? record : { ...record, lastRequest }
}
