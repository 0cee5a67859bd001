import type { Clock } from '../clock.ts'
import type { MachineReport } from '../machine.ts'
import type { MachineRecord } from './record.ts'
import { currentPhase, nextPhase } from './timeline.ts'
import type { Phase } from './timeline.ts'

/** The report that a phase makes. */
export function toReport(id: string, phase: Phase): MachineReport {
  const report: MachineReport = {
    id,
    state: phase.state,
    since: new Date(phase.at),
    sledId: phase.host?.sledId ?? null,
  }
  return phase.reason === undefined ? report : { ...report, reason: phase.reason }
}

/** Tells the listeners about phases when they begin. It changes nothing: a phase begins whether announced or not. */
export class Announcer {
  readonly #clock: Clock
  readonly #wake: (machineId: string) => void
  readonly #listeners = new Set<(report: MachineReport) => void>()
  readonly #watched = new Map<string, { announced: number; cancel: () => void }>()

  /** `wake` is called when a machine's next phase begins; it is to read the record and call `follow`. */
  constructor(clock: Clock, wake: (machineId: string) => void) {
    this.#clock = clock
    this.#wake = wake
  }

  subscribe(listener: (report: MachineReport) => void): () => void {
    // A listener of its own for each call, so that one function can be subscribed twice.
    const own = (report: MachineReport) => listener(report)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  publish(report: MachineReport): void {
    for (const listener of this.#listeners) listener(report)
  }

  /**
   * Announces each phase that has begun since the last call for this machine, in order, and waits for the next one.
   * `known` is the number of the phase that the listeners know when this is the first call for it.
   */
  follow(record: MachineRecord, known: number): void {
    const { spec, phases } = record
    const watched = this.#watched.get(spec.id)
    watched?.cancel()
    const announced = watched?.announced ?? known
    const now = this.#clock.now().getTime()
    const next = nextPhase(phases, now)
    if (next) {
      const cancel = this.#clock.setTimer(next.at - now, () => this.#wake(spec.id))
      this.#watched.set(spec.id, { announced: currentPhase(phases, now)?.number ?? announced, cancel })
    } else {
      this.#watched.delete(spec.id)
    }
    for (const phase of phases) {
      if (phase.number > announced && phase.at <= now) this.publish(toReport(spec.id, phase))
    }
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
