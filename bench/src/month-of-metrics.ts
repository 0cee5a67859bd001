import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { packBlock } from '@granary/control-plane/metrics/block.ts'
import { BLOCK_MS, BY_MINUTE } from '@granary/control-plane/metrics/tiers.ts'

const MINUTE_MS = 60_000
const DAYS = 30
/** Two virtual processors in four states. */
export const SERIES = 8
export const POINTS = DAYS * 24 * 60 * SERIES

/**
 * Inserts 30 days of readings by the minute of one machine into a data folder while no server runs on it. They are random
 * numbers, which pack and draw worst.
 * @returns the query for all of them.
 */
export async function fillMonth(data: string): Promise<string> {
  const end = Math.floor(Date.now() / BLOCK_MS) * BLOCK_MS
  const start = end - DAYS * 24 * BLOCK_MS
  const instance = randomUUID()
  const database = new DatabaseSync(`${data}/granary.metrics.sqlite`)
  const fields = JSON.stringify({ instance_id: instance })
  const { id } = database
    .prepare(
      `insert into metric_source (target, fields, silo_id, project_id, instance_id, resource_id, time_created)
       values ('virtual_machine', ?, '', '', ?, ?, ?) returning id`,
    )
    .get(fields, instance, instance, start) as { id: number }
  const insert = database.prepare(
    'insert into metric_block (tier, source_id, start, data) values (?, ?, ?, ?)',
  )
  const totals = Array.from({ length: SERIES }, () => 0)
  database.exec('begin')
  for (let hour = start; hour < end; hour += BLOCK_MS) {
    const times = Array.from({ length: BLOCK_MS / MINUTE_MS }, (_, minute) => hour + minute * MINUTE_MS)
    const columns = totals.map((_, at) =>
      times.map(() => (totals[at]! += Math.floor(Math.random() * MINUTE_MS * 1e6))),
    )
    insert.run(BY_MINUTE, id, hour, await packBlock({ since: start, times, columns }, 'rounded'))
  }
  database.exec('commit')
  database.close()
  const text = (time: number) => new Date(time).toISOString().slice(0, 19)
  return `get virtual_machine:vcpu_usage | filter timestamp >= @${text(start)} && timestamp < @${text(end)} && instance_id == "${instance}" | align mean_within(1m)`
}
