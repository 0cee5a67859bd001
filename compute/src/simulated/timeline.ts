import type { MachineState } from '../machine.ts'

/**
 * One stretch of a machine's life. A machine's phases name its future too, as far as it is known: what it is doing
 * follows from them and the clock alone, so it goes on while no process is there to look.
 */
export interface Phase {
  /** Counts the phases of one machine; tells those apart that begin in the same millisecond. */
  number: number
  state: MachineState
  /** When it begins; milliseconds since 1970, as are all times here. */
  at: number
  /** What it takes of which sled. */
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
  /** When the machine was powered on: serial output and counters begin here. */
  startedAt: number
  /** The latest reboot, or `startedAt`. */
  resetAt: number
  /** When the guest asks for a login. */
  readyAt: number
}

/** The phase that a machine is in, or undefined before its first. */
export function currentPhase(phases: Phase[], now: number): Phase | undefined {
  return phases.findLast((phase) => phase.at <= now)
}

/** The phase that comes next without further wishes, if one does. */
export function nextPhase(phases: Phase[], now: number): Phase | undefined {
  return phases.find((phase) => phase.at > now)
}

/** Gives up what was to come after `now` (or after the phases that `keep` names) and plans `next` instead. */
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
