import type { Provisioner } from '../../kit/base/actor.ts'
import type { Context } from '../../kit/context/context.ts'
import type { LoggedCredential } from '../../kit/log/security-entry.ts'
import { powerOf } from '../../kinds/fleet-power.ts'
import { hashToken } from '../../access/token.ts'
import { SCIM_TOKEN_PREFIX } from '../tokens/token.ts'
import { ScimError } from './errors.ts'

const bearerOf = (request: Request): string | undefined =>
  /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

/** Returns the credential of a request for the security log, valid or not. */
export const presentedToken = (request: Request): LoggedCredential | null =>
  bearerOf(request) === undefined ? null : { kind: 'scim_token', id: null }

/**
 * Returns the silo of a request. Only a SCIM token authenticates here: no cookie, no other token.
 * @throws ScimError 401 without a valid token.
 */
export async function provisionerOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: Request,
): Promise<Provisioner> {
  const token = bearerOf(request)
  if (!token?.startsWith(SCIM_TOKEN_PREFIX)) throw unauthorized('a SCIM token is needed as bearer token')
  const row = await db
    .selectFrom('scim_token')
    .innerJoin('silo', 'silo.id', 'scim_token.silo_id')
    .select([
      'scim_token.id',
      'scim_token.time_expires',
      'silo.id as silo_id',
      'silo.name',
      'silo.admin_group_name',
      'silo.mapped_fleet_roles',
      'scim_token.max_fleet_role',
    ])
    .where('token_hash', '=', hashToken(token))
    .where('silo.identity_mode', '=', 'saml_scim')
    .executeTakeFirst()
  if (!row || (row.time_expires !== null && row.time_expires <= clock.now().toISOString()))
    throw unauthorized('the SCIM token does not hold')
  return {
    tokenId: row.id,
    siloId: row.silo_id,
    siloName: row.name,
    adminGroupName: row.admin_group_name,
    fleetRole: powerOf(row, row),
  }
}

/** Returns the identity provider as the caller. Only SCIM requests run with one. */
export function provisionerIn({ provisioner, operation }: Context): Provisioner {
  if (!provisioner) throw new Error(`${operation} ran without a provisioner`)
  return provisioner
}

const unauthorized = (detail: string) =>
  new ScimError(401, undefined, detail, { 'www-authenticate': 'Bearer realm="SCIM"' })
