import type { Clock } from '../clock.ts'
import type { DriverLog } from '../host.ts'
import type { MachineReport } from '../machine.ts'
import type { MachineRecord } from './record.ts'
import { currentPhase, nextPhase } from './timeline.ts'
import type { Phase } from './timeline.ts'

/** Returns the report for a phase. */
export function toReport(id: string, phase: Phase): MachineReport {
  const report: MachineReport = {
    id,
    state: phase.state,
    since: new Date(phase.at),
    sledId: phase.host?.sledId ?? null,
  }
  return phase.reason === undefined ? report : { ...report, reason: phase.reason }
}

/** Delay before a phase is checked again if the store did not answer, in milliseconds. */
const RETRY = 1_000

/** A machine with a pending phase. */
type Watched = { announced: number; cancel: () => void }

interface AnnouncerOptions {
  clock: Clock
  log: DriverLog
  /** Called when a machine's next phase begins. Reads the record and calls `follow`; called again if it fails. */
  wake: (machineId: string) => Promise<void>
}

/** Notifies listeners when phases begin. A phase begins whether or not it is announced. */
export class Announcer {
  readonly #options: AnnouncerOptions
  readonly #listeners = new Set<(report: MachineReport) => void>()
  readonly #watched = new Map<string, Watched>()

  constructor(options: AnnouncerOptions) {
    this.#options = options
  }

  subscribe(listener: (report: MachineReport) => void): () => void {
    // A new wrapper for each call, so that one function can be subscribed twice.
    const own = (report: MachineReport) => listener(report)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  publish(report: MachineReport): void {
    for (const listener of this.#listeners) listener(report)
  }

  /**
   * Announces each phase that has begun since the last call for this machine, in order, and schedules the next one.
   * `known` is the last announced phase on the first call for a machine.
   */
  follow(record: MachineRecord, known: number): void {
    const { spec, phases } = record
    const watched = this.#watched.get(spec.id)
    watched?.cancel()
    const announced = watched?.announced ?? known
    const now = this.#options.clock.now().getTime()
    const next = nextPhase(phases, now)
    if (next) {
      this.#watch(spec.id, currentPhase(phases, now)?.number ?? announced, next.at - now)
    } else {
      this.#watched.delete(spec.id)
    }
    for (const phase of phases) {
      if (phase.number > announced && phase.at <= now) this.publish(toReport(spec.id, phase))
    }
  }

  #watch(machineId: string, announced: number, ms: number): void {
    const { clock, log, wake } = this.#options
    const retry = (error: unknown) => {
      log('warn', 'the next state of a machine was not read', { machine: machineId, error: String(error) })
      // A command may have removed or changed the machine since the timer was set.
      if (this.#watched.get(machineId) === watched) this.#watch(machineId, announced, RETRY)
    }
    const watched: Watched = {
      announced,
      cancel: clock.setTimer(ms, () => void wake(machineId).catch(retry)),
    }
    this.#watched.set(machineId, watched)
  }

  forget(machineId: string): void {
    this.#watched.get(machineId)?.cancel()
    this.#watched.delete(machineId)
  }

  close(): void {
    for (const id of this.#watched.keys()) this.forget(id)
    this.#listeners.clear()
  }
}
