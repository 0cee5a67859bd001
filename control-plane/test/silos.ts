import type { World } from './world.ts'

/** Returns a body that creates a silo of this name; `other` overrides fields. */
export const newSilo = (name: string, other: Record<string, unknown> = {}) => ({
  name,
  description: '',
  identity_mode: 'local_only',
  discoverable: true,
  quotas: { cpus: 8, memory: 2 ** 34, storage: 2 ** 40 },
  tls_certificates: [],
  ...other,
})

/** Counts the rows of a silo in each table. */
export async function siloRows({ services: { db } }: World): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of TABLES) {
    const row = await db
      .selectFrom(table as 'silo')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(row.n)
  }
  return counts
}

const TABLES = [
  'silo',
  'silo_quota',
  'silo_user',
  'silo_group',
  'silo_group_member',
  'role_assignment',
  'session',
  'ssh_key',
  'certificate',
  'ip_pool',
  'ip_pool_silo',
  'provisioned',
  'scim_token',
  'saml_provider',
  'access_token',
  'silo_auth_settings',
] as const
