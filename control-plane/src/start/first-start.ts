import { fixedWidth } from '@granary/domain/ip.ts'
import { GiB, TiB } from '@granary/domain/sizes.ts'
import { inTransaction, systemContext } from '../kit/transaction.ts'
import { type Context, now } from '../kit/context.ts'
import type { Services } from '../kit/services.ts'
import { silo } from '../kinds/silo.ts'

/** What the first silo may use until somebody sets something else. */
const FIRST_QUOTA = { cpus: 256, memory: 1024 * GiB, storage: 32 * TiB }

/** Addresses for documentation (RFC 5737, RFC 3849), until an operator gives real ones. */
const FIRST_POOLS = [
  { name: 'default-v4', version: 'v4', first: '198.51.100.1', last: '198.51.100.254' },
  { name: 'default-v6', version: 'v6', first: '2001:db8:100::1', last: '2001:db8:100::ffff' },
] as const

/** Whether anything has ever been set up in this database. */
export async function isEmpty(services: Services): Promise<boolean> {
  return (await services.db.selectFrom('silo').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * The first start on an empty database: silo `main`, its user `admin` (administrator of the silo and of the fleet), and
 * a default IP pool of each family. Nothing else.
 */
export async function setUp(services: Services, adminPassword: string): Promise<void> {
  const hash = await services.passwords.hash(adminPassword)
  await inTransaction(systemContext(services, 'first_start'), async (context) => {
    const siloId = crypto.randomUUID()
    await silo.create(
      context,
      { siloId, projectId: null },
      { name: 'main', description: 'The first silo' },
      { identity_mode: 'local_only', discoverable: 1, admin_group_name: null, mapped_fleet_roles: '{}' },
      siloId,
    )
    await context.db
      .insertInto('silo_quota')
      .values({ silo_id: siloId, ...FIRST_QUOTA })
      .execute()
    const empty = { cpus: 0, memory: 0, storage: 0 }
    await context.db
      .insertInto('provisioned')
      .values([
        { scope_id: siloId, ...empty },
        { scope_id: 'fleet', ...empty },
      ])
      .execute()
    await createAdministrator(context, siloId, hash)
    for (const pool of FIRST_POOLS) await createPool(context, siloId, pool)
  })
}

async function createAdministrator(context: Context, siloId: string, hash: string): Promise<void> {
  const id = crypto.randomUUID()
  const time = now(context)
  await context.db
    .insertInto('silo_user')
    .values({
      id,
      silo_id: siloId,
      external_id: 'admin',
      display_name: 'admin',
      password_hash: hash,
      time_created: time,
      time_modified: time,
    })
    .execute()
  const identity = { identity_kind: 'silo_user' as const, identity_id: id, role: 'admin' }
  await context.db
    .insertInto('role_assignment')
    .values([
      { resource_id: 'fleet', resource_kind: 'fleet', ...identity },
      { resource_id: siloId, resource_kind: 'silo', ...identity },
    ])
    .execute()
}

async function createPool(
  context: Context,
  siloId: string,
  pool: (typeof FIRST_POOLS)[number],
): Promise<void> {
  const id = crypto.randomUUID()
  const time = now(context)
  await context.db
    .insertInto('ip_pool')
    .values({
      id,
      name: pool.name,
      description: `Default IP${pool.version} pool`,
      time_created: time,
      time_modified: time,
      ip_version: pool.version,
      pool_type: 'unicast',
      assignment: 'silos',
    })
    .execute()
  await context.db
    .insertInto('ip_pool_range')
    .values({
      id: crypto.randomUUID(),
      ip_pool_id: id,
      first_address: fixedWidth(pool.first),
      last_address: fixedWidth(pool.last),
      time_created: time,
    })
    .execute()
  await context.db
    .insertInto('ip_pool_silo')
    .values({ ip_pool_id: id, silo_id: siloId, is_default: 1 })
    .execute()
}
