import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openWorld, type World } from '../../../control-plane/test/world.ts'
import type { OpenDatabase } from '../../src/database/open-database.ts'
import type { Ask } from './asking.ts'
import { expectDerived } from './derived.ts'
import { expectOwners } from './owners.ts'
import { prepare } from './preparing.ts'
import { fullInstance } from './steps.ts'
import { fullName } from './things.ts'

type Db = OpenDatabase['db']

/** Instances that run, with everything that they can have. */
let world: World
beforeAll(async () => {
  world = await openWorld()
  const ask = world.ask as unknown as Ask
  for (const [client, things] of (await prepare(ask, 2)).entries()) {
    const body = fullInstance(fullName(String(client)), true, things)
    expect((await ask('POST', '/v1/instances?project=p', body)).status).toBe(201)
    await world.until(`/v1/instances/${body.name}?project=p`, ({ run_state: state }) => state === 'running')
  }
  const { db } = world.services
  const tasks = async () => (await db.selectFrom('task').selectAll().execute()).length
  await vi.waitFor(async () => expect(await tasks()).toBe(0), { timeout: 60_000 })
})
afterAll(() => world.close())

/** Returns every fault that the checks find. */
async function faultsOf(db: Db): Promise<string> {
  const found = await Promise.allSettled([expectDerived(db), expectOwners(db, true)])
  return found.map((result) => (result.status === 'rejected' ? String(result.reason) : '')).join('')
}

test('a settled cloud is consistent', async () => expect(await faultsOf(world.services.db)).toBe(''))

const ONE = (kind: string) => `(select min(id) from external_ip where kind = '${kind}')`
const OTHER = '(select max(instance_id) from external_ip)'

test.each([
  ['provisioned', 'update provisioned set cpus = cpus + 1'],
  ['address_gap', 'delete from address_gap'],
  ['address_gap', "insert into address_gap select scope_id, '0' from address_gap limit 1"],
  ['open_share', 'delete from open_share'],
  ['search_name', "delete from search_name where kind = 'ipv4'"],
  ['search_name', "update search_name set name = 'other' where kind = 'disk'"],
  [
    'two owners',
    `update external_ip set first_port = 1,
      ip = (select ip from external_ip where id = ${ONE('floating')}) where id = ${ONE('ephemeral')}`,
  ],
  ['without an owner', `update external_ip set instance_id = null where id = ${ONE('snat')}`],
  ['outside of its pool', `update external_ip set ip = '0' where id = ${ONE('floating')}`],
  [
    'in another project',
    `update external_ip set project_id = (select id from project where name = 'golden')`,
  ],
  ['not one is the primary', 'update network_interface set is_primary = 0'],
  ['two shares', `update external_ip set instance_id = ${OTHER} where kind = 'snat'`],
  ['no interface', 'delete from network_interface'],
  ['attached disk without', "update disk set instance_id = null where state = 'attached'"],
  ['detached disk with', "update disk set state = 'detached' where instance_id is not null"],
  ['boot disk of another', 'update instance set boot_disk_id = (select max(boot_disk_id) from instance)'],
  ['place without a charge', 'update instance set charged = 0'],
  ['charge of a machine that is down', "update instance set run_state = 'stopped'"],
  ['created twice', "update change_log set resource_id = 'x' where action = 'created' and kind = 'instance'"],
  ['another instance than', "delete from change_log where kind = 'instance'"],
  ['another disk than', "update change_log set action = 'deleted' where kind = 'disk'"],
  ['another snapshot than', "delete from change_log where kind = 'snapshot'"],
  ['pending power request', 'update power_request set has_ended = 0'],
  ['unfinished disk', "update disk set state = 'creating' where instance_id is not null"],
  ['another state than requested', "update instance set wanted_state = 'stopped'"],
])('finds a fault: %s', async (fault, statement) => {
  const undo = new Error('undo')
  const broken = world.services.db.transaction().execute(async (db) => {
    await sql.raw(statement).execute(db)
    expect(await faultsOf(db)).toContain(fault)
    throw undo
  })
  await expect(broken).rejects.toBe(undo)
})
