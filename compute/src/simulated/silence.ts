import { DriverError } from '../driver-error.ts'
import type { MachineReport } from '../machine.ts'
import type { Sled } from '../sled.ts'

/** What users read about a machine on a silent sled. */
const NOTE = 'its sled does not answer, so this is the last known state'

/** The sleds that don't answer. Their machines run on, and nobody knows it. */
export class Silence {
  readonly #sledIds = new Set<string>()

  set(sledId: string, isSilent: boolean): void {
    if (isSilent) this.#sledIds.add(sledId)
    else this.#sledIds.delete(sledId)
  }

  /** Returns sleds with their states. */
  sleds(sleds: readonly Sled[]): Sled[] {
    return sleds.map((sled) => (this.#sledIds.has(sled.id) ? { ...sled, state: 'unreachable' } : sled))
  }

  /** Returns a report that says whether its state is certain. */
  report(report: MachineReport): MachineReport {
    return this.#hides(report) ? { ...report, note: NOTE } : report
  }

  /** @throws DriverError `unreachable` for a machine on a silent sled, or one that is to start there. */
  require(report: MachineReport | undefined, sledId: string | null = null): void {
    if (this.#hides(report ?? { sledId }) || (sledId !== null && this.#sledIds.has(sledId)))
      throw new DriverError('unreachable', 'the sled of the machine does not answer')
  }

  #hides({ sledId }: Pick<MachineReport, 'sledId'>): boolean {
    return sledId !== null && this.#sledIds.has(sledId)
  }
}
