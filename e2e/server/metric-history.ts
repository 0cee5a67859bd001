import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { packBlock } from '@granary/control-plane/metrics/block.ts'
import { BLOCK_MS, BY_MINUTE, hourOf } from '@granary/control-plane/metrics/tiers.ts'

/** Hours before the current one that have readings. */
const HOURS = 25
/** More virtual processors than a machine has: an hour of readings of each second is more than a query may read. */
const MANY_VCPUS = 300

/** The fields of a machine's series. */
export type Machine = { instance_id: string; project_id: string; silo_id: string }

/** Writes readings of machines into the data folder of a server that does not run. */
export class MetricHistory {
  readonly #database: DatabaseSync

  constructor(folder: string) {
    this.#database = new DatabaseSync(join(folder, 'granary.metrics.sqlite'))
  }

  /** A machine with one virtual processor, of whose time it uses one half, over the last day. */
  async addHalfBusy(machine: Machine): Promise<void> {
    const source = this.#addSource(machine)
    const current = hourOf(Date.now())
    const since = current - HOURS * BLOCK_MS
    for (let hour = since; hour <= current; hour += BLOCK_MS) {
      const times = Array.from({ length: 60 }, (_, minute) => hour + minute * 60_000)
      const column = (nanoseconds: number) => times.map((time) => (time - since) * nanoseconds)
      const columns = [column(500_000), column(400_000), column(90_000), column(10_000)]
      this.#addBlock(source, hour, await packBlock({ since, times, columns }, 'exact'))
    }
  }

  /** A machine of whose last hour a query can't read all points. */
  async addHuge(machine: Machine): Promise<void> {
    const source = this.#addSource(machine)
    const current = hourOf(Date.now())
    for (const hour of [current - BLOCK_MS, current]) {
      const times = Array.from({ length: 3600 }, (_, second) => hour + second * 1000)
      const columns = Array.from({ length: MANY_VCPUS * 4 }, () => times)
      this.#addBlock(source, hour, await packBlock({ since: current - BLOCK_MS, times, columns }, 'exact'))
    }
  }

  /** A machine whose readings the server can't unpack. */
  addUnreadable(machine: Machine): void {
    const hour = hourOf(Date.now())
    this.#addBlock(this.#addSource(machine), hour, Uint8Array.of(255))
  }

  close(): void {
    this.#database.close()
  }

  #addSource(machine: Machine): number {
    const { instance_id, project_id, silo_id } = machine
    const statement = this.#database.prepare(
      `insert into metric_source (target, fields, silo_id, project_id, instance_id, resource_id, time_created)
       values ('virtual_machine', ?, ?, ?, ?, ?, ?) returning id`,
    )
    const fields = JSON.stringify(machine)
    const row = statement.get(fields, silo_id, project_id, instance_id, instance_id, Date.now())
    return Number(row!.id)
  }

  #addBlock(source: number, start: number, data: Uint8Array): void {
    this.#database
      .prepare('insert into metric_block (tier, source_id, start, data) values (?, ?, ?, ?)')
      .run(BY_MINUTE, source, start, data)
  }
}
