import { GiB, TiB } from '@granary/domain/sizes.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { type Context, now } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import type { SiloRow } from '../database/schema.ts'
import { createDefaultPool } from '../kinds/ip-pool.ts'
import { fleetPolicy, grantRole, siloPolicy } from '../kinds/policy.ts'
import { siloScope, siloUser } from '../kinds/principal.ts'
import { createQuotas } from '../kinds/quota.ts'
import { silo } from '../kinds/silo.ts'

/** Quota of the first silo. */
const FIRST_QUOTA = { cpus: 256, memory: 1024 * GiB, storage: 32 * TiB }

/** Documentation addresses (RFC 5737, RFC 3849), until an operator adds real ones. */
const FIRST_POOLS = [
  { version: 'v4', first: '198.51.100.1', last: '198.51.100.254' },
  { version: 'v6', first: '2001:db8:100::1', last: '2001:db8:100::ffff' },
] as const

/** Whether this database is already set up. */
export async function isEmpty(services: Services): Promise<boolean> {
  return (await services.db.selectFrom('silo').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Whether a driver has made anything that this database names. */
export async function hasMachines({ db }: Pick<Services, 'db'>): Promise<boolean> {
  for (const table of ['instance', 'disk', 'snapshot', 'image'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return true
  }
  return false
}

/**
 * Sets up an empty database: silo `main`, its user `admin` (admin of the silo and of the fleet), and a default IP
 * pool of each family. Nothing else.
 */
export async function setUp(services: Services, adminPassword: string): Promise<void> {
  const hash = await services.passwords.hash(adminPassword)
  await inTransaction(systemContext(services, 'first_start'), async (context) => {
    const siloId = crypto.randomUUID()
    const row = await silo.create(
      context,
      siloScope(siloId),
      { name: 'main', description: 'The first silo' },
      { identity_mode: 'local_only', discoverable: 1, admin_group_name: null, mapped_fleet_roles: '{}' },
      siloId,
    )
    await createQuotas(context, row, FIRST_QUOTA)
    await unlogged(context)
      .insertInto('provisioned')
      .values({ scope_id: siloId, cpus: 0, memory: 0, storage: 0 })
      .execute()
    await createAdmin(context, row, hash)
    for (const { version, ...range } of FIRST_POOLS)
      await createDefaultPool(context, siloId, {
        name: `default-${version}`,
        description: `Default IP${version} pool`,
        version,
        ...range,
      })
  })
}

async function createAdmin(context: Context, inSilo: SiloRow, hash: string): Promise<void> {
  const time = now(context)
  const user = await siloUser.create(context, siloScope(inSilo.id), {
    id: crypto.randomUUID(),
    silo_id: inSilo.id,
    external_id: 'admin',
    display_name: 'admin',
    password_hash: hash,
    active: 1,
    disabled: 0,
    time_created: time,
    time_modified: time,
  })
  for (const target of [fleetPolicy, siloPolicy(inSilo)])
    await grantRole(context, target, { identityId: user.id, identityType: 'silo_user', roleName: 'admin' })
}
