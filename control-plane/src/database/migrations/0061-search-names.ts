import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/**
 * The names of the resources in projects, and the addresses of network interfaces, by silo: a search of each project for a name took
 * 60 ms in a silo of 10,000 projects. Triggers keep them, so no write can miss one, cascades included.
 */
export const searchNames: Migration = {
  id: 61,
  name: 'search-names',
  async up(db, engine) {
    const t = tables(db, engine)
    const table = t
      .required(t.create('search_name'), ['silo_id', 'kind', 'name', 'id', 'project_id'])
      .addPrimaryKeyConstraint('search_name_key', ['silo_id', 'kind', 'name', 'id'])
    await (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute()
    for (const searched of SEARCHED) {
      await fill(db, searched)
      await triggers(db, engine, searched)
    }
  },
}

type Searched = {
  kind: string
  table: string
  name: string
  /** An expression for the ID of the project of a row, from the name of the row. */
  project: (row: string) => string
}
const own = (row: string) => `${row}.project_id`
const ofVpc = (row: string) => `(select project_id from vpc where id = ${row}.vpc_id)`

const SEARCHED: Searched[] = [
  ...['instance', 'disk', 'snapshot', 'image', 'vpc'].map((kind) => ({
    kind,
    table: kind,
    name: 'name',
    project: own,
  })),
  { kind: 'floating-ip', table: 'external_ip', name: 'name', project: own },
  { kind: 'external-subnet', table: 'external_subnet', name: 'name', project: own },
  { kind: 'ipv4', table: 'network_interface', name: 'ipv4', project: ofVpc },
  { kind: 'ipv6', table: 'network_interface', name: 'ipv6', project: ofVpc },
]

/** A query for the entry of a row; none for a row without a project or a name. */
const entryOf = ({ kind, name, project }: Searched, row: string) =>
  `select project.silo_id, '${kind}' as kind, ${row}.${name} as name, ${row}.id, project.id as project_id
    from project where project.id = ${project(row)} and ${row}.${name} is not null`
const COLUMNS = '(silo_id, kind, name, id, project_id)'

const fill = (db: Kysely<unknown>, { kind, table, name, project }: Searched) =>
  sql
    .raw(
      `insert into search_name ${COLUMNS}
        select project.silo_id, '${kind}', row.${name}, row.id, project.id
        from ${table} as row join project on project.id = ${project('row')} where row.${name} is not null`,
    )
    .execute(db)

async function triggers(db: Kysely<unknown>, engine: Engine, searched: Searched): Promise<void> {
  const { kind, table, name, project } = searched
  const added = `insert into search_name ${COLUMNS} ${entryOf(searched, 'new')};`
  // A resource refers to its project until it is deleted, so the key is found by the old row.
  const removed = `delete from search_name where kind = '${kind}' and name = old.${name} and id = old.id
    and silo_id = (select silo_id from project where id = ${project('old')});`
  const bodies = { insert: added, delete: removed, update: removed + added }
  for (const [event, body] of Object.entries(bodies)) {
    const trigger = `search_name_${kind.replace('-', '_')}_${event}`
    const place = table === 'network_interface' ? 'vpc_id' : 'project_id'
    const on = event === 'update' ? `update of ${name}, ${place}` : event
    const head = `create trigger ${trigger} after ${on} on ${table}`
    if (engine === 'postgres') {
      const text = `create function ${trigger}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`
      await sql.raw(text).execute(db)
      await sql.raw(`${head} for each row execute function ${trigger}()`).execute(db)
    } else await sql.raw(`${head} begin ${body} end`).execute(db)
  }
}
