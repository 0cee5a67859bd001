import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OpenDatabase } from '../../src/database/open-database.ts'

/** Queries for rows that no database may contain. Foreign keys and unique indexes exclude others. */
const FAULTS = {
  'an address of two owners': `
    select one.ip from external_ip as one inner join external_ip as other
      on one.ip = other.ip and one.id < other.id
      and one.first_port <= other.last_port and other.first_port <= one.last_port`,
  'an address without an owner': `
    select id from external_ip where kind <> 'floating' and instance_id is null`,
  'an address outside of its pool': `
    select id from external_ip where not exists (select 1 from ip_pool_range as pool
      where pool.ip_pool_id = external_ip.ip_pool_id and ip between first_address and last_address)`,
  'an address of an instance in another project': `
    select external_ip.id from external_ip inner join instance on instance.id = instance_id
      where instance.project_id <> external_ip.project_id`,
  'an instance with interfaces of which not one is the primary one': `
    select instance_id from network_interface group by instance_id having sum(is_primary) <> 1`,
  'an instance with a share of an address but no interface': `
    select id from external_ip where kind = 'snat'
      and not exists (select 1 from network_interface as nic where nic.instance_id = external_ip.instance_id)`,
  'an instance with two shares of addresses': `
    select instance_id from external_ip where kind = 'snat' group by instance_id having count(*) > 1`,
  'an attached disk without an instance': `
    select id from disk where state in ('attaching', 'attached', 'detaching') and instance_id is null`,
  'a detached disk with an instance': `
    select id from disk where state not in ('creating', 'attaching', 'attached', 'detaching', 'faulted')
      and instance_id is not null`,
  'a boot disk of another instance': `
    select instance.id from instance left join disk on disk.id = boot_disk_id
      where boot_disk_id is not null and (disk.instance_id is null or disk.instance_id <> instance.id)`,
  'a place without a charge, or a charge of a machine without a place': `
    select id from instance where (charged = 0 and sled_id is not null)
      or (charged = 1 and sled_id is null and run_state <> 'creating')`,
  'a resource that was created twice': `
    select kind from change_log where action = 'created' group by kind, resource_id having count(*) > 1`,
  ...Object.fromEntries(
    ['instance', 'disk', 'snapshot'].map((kind) => [
      `another ${kind} than the change log says`,
      `select resource_id from change_log where kind = '${kind}' and action in ('created', 'deleted')
         group by resource_id
         having (count(*) = 1) <> exists (select 1 from ${kind} where id = resource_id)
       union all select id from ${kind} where not exists (select 1 from change_log
         where kind = '${kind}' and action = 'created' and resource_id = ${kind}.id)`,
    ]),
  ),
}

/** What may exist only while work is left. */
const LEFT = {
  'a pending power request': 'select id from power_request where has_ended = 0',
  'a pending task': 'select id from task',
  'an unfinished disk': "select id from disk where state in ('creating', 'attaching', 'detaching')",
  'a charge of a machine that is down, or none of one that is up': `
    select id from instance where (charged = 1) <> (run_state = 'running')`,
  'an instance in another state than requested': 'select id from instance where run_state <> wanted_state',
}

/** Checks that nothing lacks an owner, and nothing has two. @param isSettled whether no work is left. */
export async function expectOwners(db: OpenDatabase['db'], isSettled: boolean): Promise<void> {
  const found: Record<string, unknown[]> = {}
  for (const [fault, query] of Object.entries({ ...FAULTS, ...(isSettled && LEFT) })) {
    const { rows } = await sql.raw(query).execute(db)
    if (rows.length > 0) found[fault] = rows
  }
  expect(found).toEqual({})
}
