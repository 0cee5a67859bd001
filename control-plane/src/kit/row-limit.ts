import type { LimitName } from '@granary/domain/limits.ts'
import type { Database } from '../database/schema.ts'
import type { Context } from './context.ts'
import { enforceLimit } from './limit.ts'

/** The tables whose rows are limited, and the column of the user, project or silo that has them. */
const COUNTED = {
  sshKeys: ['ssh_key', 'user_id'],
  accessTokens: ['access_token', 'user_id'],
  probes: ['probe', 'project_id'],
  certificates: ['certificate', 'silo_id'],
  identityProviders: ['saml_provider', 'silo_id'],
  scimTokens: ['scim_token', 'silo_id'],
} as const satisfies Partial<Record<LimitName, readonly [keyof Database, string]>>

/** @throws ApiError 400 if a user, project or silo has as many rows as it may have. */
export async function requireRoom(
  context: Context,
  name: keyof typeof COUNTED,
  owner: string,
): Promise<void> {
  const [table, column] = COUNTED[name]
  const { count } = await context.db
    // All of these tables have an owner's column.
    .selectFrom(table as 'ssh_key')
    .select((select) => select.fn.countAll().as('count'))
    .where(column as 'user_id', '=', owner)
    .executeTakeFirstOrThrow()
  enforceLimit(name, Number(count))
}
