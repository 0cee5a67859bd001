import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/**
 * The version of each VPC's network that the driver has; rows outlive their VPC until the driver has deleted the network.
 *
 * The free addresses that follow a held one, so that the lowest free address of a range is found in an index, however full
 * the range is. Triggers keep them, so no write can miss one, cascades included.
 */
export const networkState: Migration = {
  id: 41,
  name: 'network-state',
  async up(db, engine) {
    const t = tables(db, engine)
    const sent = t.create('network_sent').addColumn('vpc_id', t.text, (column) => column.primaryKey())
    await t.required(sent, ['version']).execute()
    await t
      .required(t.create('address_gap'), ['scope_id', 'address'])
      .addPrimaryKeyConstraint('address_gap_key', ['scope_id', 'address'])
      .execute()
    await t
      .required(t.create('open_share'), ['ip_pool_id', 'ip'])
      .addPrimaryKeyConstraint('open_share_key', ['ip_pool_id', 'ip'])
      .execute()
    await t.index('external_ip', 'ip_pool_id', 'kind', 'ip')
    await t.index('external_subnet', 'subnet_pool_member_id', 'last_address')
    for (const held of HELD) {
      await fill(db, engine, held)
      await trigger(db, engine, held)
    }
    await shares(db, engine)
  },
}

type Held = { table: string; scope: string; first: string; last: string }
const single = (table: string, scope: string, address: string): Held => ({
  table,
  scope,
  first: address,
  last: address,
})
/** Columns with held addresses; `external_subnet` holds ranges. */
const HELD: Held[] = [
  single('external_ip', 'ip_pool_id', 'ip'),
  single('network_interface', 'subnet_id', 'ipv4'),
  single('network_interface', 'subnet_id', 'ipv6'),
  single('multicast_group', 'ip_pool_id', 'multicast_ip'),
  {
    table: 'external_subnet',
    scope: 'subnet_pool_member_id',
    first: 'first_address',
    last: 'last_address',
  },
]

/** An expression for the address after or before another one, in 32 hex digits; null beyond the last one. */
function beside(engine: Engine, address: string, to: 'next' | 'previous'): string {
  const [carried, from, into, filler] =
    to === 'next'
      ? ['f', '0123456789abcde', '123456789abcdef', '0']
      : ['0', '123456789abcdef', '0123456789abcde', 'f']
  const stem = `rtrim(${address}, '${carried}')`
  const [find, digit, fill] =
    engine === 'postgres'
      ? ['strpos', `right(${stem}, 1)`, `repeat('${filler}', 32 - length(${stem}))`]
      : ['instr', `substr(${stem}, -1)`, `substr('${filler.repeat(32)}', 1, 32 - length(${stem}))`]
  const changed = `substr('${into}', ${find}('${from}', ${digit}), 1)`
  return `case when ${stem} = '' then null else substr(${stem}, 1, length(${stem}) - 1) || ${changed} || ${fill} end`
}

/** Statements after a row began (`new`) or ended (`old`) to hold its addresses. */
function statements(engine: Engine, { table, scope, first, last }: Held, row: 'new' | 'old'): string {
  const here = `${row}.${scope}`
  const exists = (condition: string) =>
    `exists (select 1 from ${table} where ${scope} = ${here} and ${condition})`
  const next = beside(engine, `${row}.${last}`, 'next')
  const previous = beside(engine, `${row}.${first}`, 'previous')
  const gap = (address: string, condition: string) => `
    insert into address_gap (scope_id, address)
      select ${here}, found.address from (select ${address} as address) as found
      where found.address is not null and ${condition}
        and not exists (select 1 from address_gap where scope_id = ${here} and address_gap.address = found.address);`
  if (row === 'new')
    return `
    delete from address_gap where scope_id = ${here} and address = ${row}.${first};
    ${gap(next, `not ${exists(`${first} = found.address`)}`)}`
  // Several rows may share one address.
  const isFree = `not ${exists(`${first} = ${row}.${first}`)}`
  return `
    delete from address_gap where scope_id = ${here} and address = (${next}) and ${isFree};
    ${gap(`${row}.${first}`, `${isFree} and ${exists(`${last} = (${previous})`)}`)}`
}

async function trigger(db: Kysely<unknown>, engine: Engine, held: Held): Promise<void> {
  const { table, scope, first, last } = held
  const name = `address_gap_${table}_${first}`
  const parts = { insert: ['new'], delete: ['old'], update: ['old', 'new'] } as const
  for (const [event, rows] of Object.entries(parts)) {
    const body = rows.map((row) => statements(engine, held, row)).join('')
    const when = rows.map((row) => `${row}.${first} is not null`).join(' and ')
    const on = event === 'update' ? `update of ${[...new Set([scope, first, last])].join(', ')}` : event
    const head = `create trigger ${name}_${event} after ${on} on ${table}`
    if (engine === 'postgres') {
      await sql
        .raw(
          `create function ${name}_${event}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
        )
        .execute(db)
      await sql.raw(`${head} for each row when (${when}) execute function ${name}_${event}()`).execute(db)
    } else await sql.raw(`${head} when ${when} begin ${body} end`).execute(db)
  }
}

const fill = (db: Kysely<unknown>, engine: Engine, { table, scope, first, last }: Held) =>
  sql
    .raw(
      `insert into address_gap (scope_id, address)
        select distinct ${scope}, address from
          (select ${scope}, ${beside(engine, last, 'next')} as address from ${table} where ${last} is not null) as after
        where address is not null and not exists
          (select 1 from ${table} as other where other.${scope} = after.${scope} and other.${first} = after.address)`,
    )
    .execute(db)

/** The shared addresses of which fewer than four shares are in use. */
async function shares(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql
    .raw(
      `insert into open_share (ip_pool_id, ip) select ip_pool_id, ip from external_ip
        where kind = 'snat' group by ip_pool_id, ip having count(*) < 4`,
    )
    .execute(db)
  for (const [event, row] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const) {
    const used = `(select count(*) from external_ip where ip = ${row}.ip)`
    const body = `
      delete from open_share where ip_pool_id = ${row}.ip_pool_id and ip = ${row}.ip;
      insert into open_share (ip_pool_id, ip) select ${row}.ip_pool_id, ${row}.ip where ${used} between 1 and 3;`
    const name = `open_share_${event}`
    const head = `create trigger ${name} after ${event} on external_ip`
    if (engine === 'postgres') {
      await sql
        .raw(
          `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
        )
        .execute(db)
      await sql.raw(`${head} for each row when (${row}.kind = 'snat') execute function ${name}()`).execute(db)
    } else await sql.raw(`${head} when ${row}.kind = 'snat' begin ${body} end`).execute(db)
  }
}
