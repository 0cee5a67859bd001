import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** Inserts alerts that are due at every receiver at a time into a data folder, while no server runs on it. */
export function fillAlerts(data: string, count: number, due: Date): void {
  const database = new DatabaseSync(`${data}/granary.sqlite`)
  const receivers = database.prepare('select id from alert_receiver').all() as { id: string }[]
  const time = new Date().toISOString()
  const alert = database.prepare(
    `insert into alert (id, class, version, payload, time_created, time_modified)
     values (?, 'update.ended', 1, ?, ?, ?)`,
  )
  const delivery = database.prepare(
    `insert into alert_delivery (id, alert_id, receiver_id, alert_class, trigger, state, time_started, attempts, next_attempt_at)
     values (?, ?, ?, 'update.ended', 'alert', 'pending', ?, '[]', ?)`,
  )
  const payload = JSON.stringify({ message: 'The update to 2.0.0 has ended', version: '2.0.0' })
  database.exec('begin')
  for (let at = 0; at < count; at++) {
    const id = randomUUID()
    alert.run(id, payload, time, time)
    for (const receiver of receivers) delivery.run(randomUUID(), id, receiver.id, time, due.toISOString())
  }
  database.exec('commit')
  database.close()
}
