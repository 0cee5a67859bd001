import type { OpenDatabase } from '../../src/database/open-database.ts'
import { nextAddress } from '@granary/domain/ip.ts'
import { expect } from 'vitest'
import { expectSearchNames } from '../../../control-plane/test/search-names.ts'
import { useAndRowsIn } from '../../../control-plane/test/quota.ts'

type Db = OpenDatabase['db']
type Range = { scope: string; first: string; last: string }

/** Checks that every table that follows from others says what they say: use, gaps between addresses, open shares, and names. */
export async function expectDerived(db: Db): Promise<void> {
  const { used, rows } = await useAndRowsIn(db)
  expect(used, 'provisioned').toEqual(rows)
  expect(await stored(db, 'address_gap', 'scope_id', 'address')).toEqual(await gaps(db))
  expect(await stored(db, 'open_share', 'ip_pool_id', 'ip')).toEqual(await openShares(db))
  await expectSearchNames(db)
}

async function stored(db: Db, table: 'address_gap' | 'open_share', scope: string, address: string) {
  const rows = (await db.selectFrom(table).selectAll().execute()) as unknown as Record<string, string>[]
  return rows.map((row) => `${table} ${row[scope]} ${row[address]}`).toSorted()
}

const held = (scope: string, address: string | null): Range[] =>
  address === null ? [] : [{ scope, first: address, last: address }]

/** The free addresses that follow a held one, from every table that holds addresses. */
async function gaps(db: Db): Promise<string[]> {
  const external = await db.selectFrom('external_ip').select(['ip_pool_id', 'ip']).execute()
  const nics = await db.selectFrom('network_interface').select(['subnet_id', 'ipv4', 'ipv6']).execute()
  const multicast = await db.selectFrom('multicast_group').select(['ip_pool_id', 'multicast_ip']).execute()
  const subnets = await db
    .selectFrom('external_subnet')
    .select(['subnet_pool_member_id as scope', 'first_address as first', 'last_address as last'])
    .execute()
  const tables = [
    external.flatMap(({ ip_pool_id: pool, ip }) => held(pool, ip)),
    nics.flatMap(({ subnet_id: subnet, ipv4 }) => held(subnet, ipv4)),
    nics.flatMap(({ subnet_id: subnet, ipv6 }) => held(subnet, ipv6)),
    multicast.flatMap(({ ip_pool_id: pool, multicast_ip: ip }) => held(pool, ip)),
    subnets,
  ]
  const free = tables.flatMap((ranges) => {
    const starts = new Set(ranges.map(({ scope, first }) => `${scope} ${first}`))
    const after = ranges.map(({ scope, last }) => `${scope} ${nextAddress(last)}`)
    return after.filter((address) => !starts.has(address))
  })
  return [...new Set(free)].map((gap) => `address_gap ${gap}`).toSorted()
}

const MAX_SHARES = 4

async function openShares(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('external_ip')
    .select(['ip_pool_id', 'ip'])
    .where('kind', '=', 'snat')
    .execute()
  const shares = Map.groupBy(rows, ({ ip_pool_id: pool, ip }) => `open_share ${pool} ${ip}`)
  return [...shares].flatMap(([share, { length }]) => (length < MAX_SHARES ? [share] : [])).toSorted()
}
