import { isDown } from '../machine.ts'
import type { MachineRecord } from './record.ts'
import { currentPhase, nextPhase, replan } from './timeline.ts'
import type { Host, Phase } from './timeline.ts'
import type { Timings } from './timings.ts'

/** Number of remembered reboot ids. No caller repeats an older request. */
const MAX_REMEMBERED_REBOOTS = 16

/** Plans a start on `host`: now, or after a pending stop. The machine must not be up. */
export function planStart(record: MachineRecord, host: Host, now: number, timings: Timings): MachineRecord {
  const stopping = currentPhase(record.phases, now)?.state === 'stopping'
  const at = (stopping ? nextPhase(record.phases, now)?.at : undefined) ?? now
  const readyAt = record.everStarted
    ? at + timings.start
    : Math.max(at, record.definedAt) + timings.firstStart
  const boot = { startedAt: at, resetAt: at, readyAt }
  const phases = replan(
    record.phases,
    now,
    [
      { state: 'starting', at, host, boot },
      { state: 'running', at: readyAt, host, boot },
    ],
    (phase) => phase.at <= at,
  )
  return { ...record, phases, everStarted: true }
}

/** Plans a stop. A failed machine is stopped immediately, and a start that has not begun is cancelled. */
export function planStop(record: MachineRecord, now: number, timings: Timings): MachineRecord {
  const current = currentPhase(record.phases, now)
  if (!current || current.state === 'stopped') return record
  const stopped = (at: number): Omit<Phase, 'number'> => ({ state: 'stopped', at, host: null, boot: null })
  if (current.state === 'failed') return { ...record, phases: replan(record.phases, now, [stopped(now)]) }
  if (current.state === 'stopping') {
    const end = nextPhase(record.phases, now)
    if (end) return { ...record, phases: record.phases.filter((phase) => phase.number <= end.number) }
    return { ...record, phases: replan(record.phases, now, [stopped(now + timings.stop)]) }
  }
  const next = [
    { ...current, state: 'stopping' as const, at: now, reason: undefined },
    stopped(now + timings.stop),
  ]
  return { ...record, phases: replan(record.phases, now, next) }
}

/** Plans a reboot of a machine that is up. */
export function planReboot(
  record: MachineRecord,
  now: number,
  timings: Timings,
  requestId: string,
): MachineRecord {
  const current = currentPhase(record.phases, now)
  if (!current?.boot) return record
  const readyAt = now + timings.reboot
  const { host } = current
  const boot = { startedAt: current.boot.startedAt, resetAt: now, readyAt }
  const requests = [...record.rebootRequests, requestId]
  return {
    ...record,
    rebootRequests: requests.slice(-MAX_REMEMBERED_REBOOTS),
    phases: replan(record.phases, now, [
      { state: 'rebooting', at: now, host, boot },
      { state: 'running', at: readyAt, host, boot },
    ]),
  }
}

/** Plans the loss of the machine's process, unless it is down. */
export function planFailure(record: MachineRecord, now: number, reason: string): MachineRecord {
  const current = currentPhase(record.phases, now)
  if (!current || isDown(current.state)) return record
  const failed = { state: 'failed' as const, at: now, host: null, boot: null, reason }
  return { ...record, phases: replan(record.phases, now, [failed]) }
}

/** Plans an interruption without a request: `migrating` to another host, or `repairing` in place, then `running`. */
export function planInterruption(
  record: MachineRecord,
  now: number,
  interruption: { state: 'migrating' | 'repairing'; host: Host; duration: number; reason: string },
): MachineRecord {
  const { state, host, duration, reason } = interruption
  const current = currentPhase(record.phases, now)
  if (current?.state !== 'running') return record
  const { boot } = current
  return {
    ...record,
    phases: replan(record.phases, now, [
      { state, at: now, host: current.host, boot, reason },
      { state: 'running', at: now + duration, host, boot, reason },
    ]),
  }
}
