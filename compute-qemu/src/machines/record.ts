import type { MachineReport, MachineSpec, MachineState } from '@granary/compute/machine.ts'
import type { FirmwareKind } from './firmware.ts'
import type { Records } from '../records.ts'

/** A machine's definition, state and requests. */
export interface MachineRecord {
  spec: MachineSpec
  state: MachineState
  /** Time of the change to this state; milliseconds since 1970, like the other times. */
  since: number
  reason?: string
  /** Number of the latest request. */
  lastRequest: number
  /** Ids of the latest reboot requests. */
  reboots: string[]
  /** Time of the last start, from which its counters count. */
  startedAt: number
  /** Identifies the time between two restarts of the host in which the process was started. */
  hostBoot: string
  /** When a machine that is stopping loses its process, whether its guest is ready or not. */
  stopBy: number | null
  /** Why it is stopping, if that was not requested. */
  stopReason?: string
  /** The definition with which it starts again when it has stopped. */
  next: MachineSpec | null
  /** What it boots by, from its first start to its end. Records of earlier versions have none: BIOS. */
  firmware?: FirmwareKind
  /** Number of its user on this host; no other machine has it. */
  slot: number
}

/** No caller repeats an older request. */
export const MAX_REMEMBERED_REBOOTS = 16

export function toReport(record: MachineRecord, sledId: string, note: string | undefined): MachineReport {
  const { spec, state, since, reason } = record
  return {
    id: spec.id,
    state,
    since: new Date(since),
    sledId: state === 'stopped' || state === 'failed' ? null : sledId,
    ...(reason !== undefined && { reason }),
    ...(note !== undefined && { note }),
  }
}

/** The records of machines. */
export class MachineRecords {
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  all(): MachineRecord[] {
    const rows = this.#records.all<{ record: string }>('select record from machines order by id')
    return rows.map(({ record }) => JSON.parse(record) as MachineRecord)
  }

  save(record: MachineRecord): void {
    const sql =
      'insert into machines (id, record) values (?, ?) on conflict do update set record = excluded.record'
    this.#records.run(sql, record.spec.id, JSON.stringify(record))
  }

  delete(id: string): void {
    this.#records.run('delete from machines where id = ?', id)
  }
}
