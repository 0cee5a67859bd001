import type { MachineState } from '../machine.ts'

/**
 * One phase of a machine's life. The list of phases includes the planned future: the machine's state follows from the
 * phases and the clock alone, so it changes even while no process is running.
 */
export interface Phase {
  /** Sequence number of the phase within its machine. Distinguishes phases that begin in the same millisecond. */
  number: number
  state: MachineState
  /** Begin, in milliseconds since 1970, as all times here. */
  at: number
  /** Resources that it uses, and their sled. */
  host: Host | null
  boot: Boot | null
  reason?: string
}

export interface Host {
  sledId: string
  ncpus: number
  memory: number
}

export interface Boot {
  /** Power-on time: serial output and counters begin here. */
  startedAt: number
  /** Time of the latest reboot, or `startedAt`. */
  resetAt: number
  /** Time at which the guest asks for a login. */
  readyAt: number
}

/** Returns the current phase of a machine, or undefined before its first. */
export function currentPhase(phases: Phase[], now: number): Phase | undefined {
  return phases.findLast((phase) => phase.at <= now)
}

/** Returns the next planned phase, if any. */
export function nextPhase(phases: Phase[], now: number): Phase | undefined {
  return phases.find((phase) => phase.at > now)
}

/** Cancels the phases after `now` (or after those in `keep`) and plans `next` instead. */
export function replan(
  phases: Phase[],
  now: number,
  next: Omit<Phase, 'number'>[],
  keep: (phase: Phase) => boolean = (phase) => phase.at <= now,
): Phase[] {
  const current = currentPhase(phases, now)
  const kept = phases.filter((phase) => keep(phase) && phase.number >= (current?.number ?? 0))
  const first = (phases.at(-1)?.number ?? -1) + 1
  return [...kept, ...next.map((phase, index) => ({ ...phase, number: first + index }))]
}
