import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/**
 * Inserts many stopped instances into a data folder, bypassing the API, while no server runs on it.
 * @param counts number of instances of each project.
 * @returns the names of the projects.
 */
export function fill(data: string, counts: readonly number[]): string[] {
  const database = new DatabaseSync(`${data}/granary.sqlite`)
  const silo = database.prepare('select id from silo').get() as { id: string }
  const time = new Date().toISOString()
  const names = counts.map((_, n) => `bench-${String(n).padStart(4, '0')}`)
  const project = database.prepare(
    'insert into project (id, name, description, time_created, time_modified, silo_id) values (?, ?, ?, ?, ?, ?)',
  )
  const instance = database.prepare(
    `insert into instance (id, name, description, time_created, time_modified, project_id, hostname, run_state,
      time_run_state_updated, wanted_state, user_data, ncpus, memory, reboots_wanted, enable_jumbo_frames, charged)
     values (?, ?, 'a machine of the bench', ?, ?, ?, ?, 'stopped', ?, 'stopped', '', 2, 8589934592, 0, 0, 0)`,
  )
  const count = database.prepare(
    'insert into provisioned (scope_id, cpus, memory, storage) values (?, 0, 0, 0)',
  )
  database.exec('begin')
  for (const [index, name] of names.entries()) {
    const id = randomUUID()
    project.run(id, name, '', time, time, silo.id)
    count.run(id)
    for (let n = 0; n < counts[index]!; n++) {
      const instanceName = `instance-${String(n).padStart(5, '0')}`
      instance.run(randomUUID(), instanceName, time, time, id, instanceName, time)
    }
  }
  database.exec('commit')
  database.close()
  return names
}

/**
 * Inserts entries into the change log of a data folder, bypassing the API, while no server runs on it. They are copies of its first
 * entry.
 */
export function fillChangeLog(data: string, count: number): void {
  const database = new DatabaseSync(`${data}/granary.sqlite`)
  const columns = database
    .prepare(`select name from pragma_table_info('change_log') where name <> 'seq'`)
    .all()
    .map(({ name }) => String(name))
    .join(', ')
  database.exec(`
    with recursive counted (number) as (select 1 union all select number + 1 from counted where number < ${count})
    insert into change_log (${columns})
      select ${columns} from (select * from change_log order by seq limit 1), counted`)
  database.close()
}
