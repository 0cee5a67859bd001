import { fleetRoleIncludes } from '@granary/domain/roles.ts'
import type { SamlProviderRow, SiloRow, SiloUserRow } from '../database/schema.ts'
import { type Context, now } from '../kit/context.ts'
import { forbidden, unauthorized } from '../kit/errors.ts'
import { unlogged } from '../kit/unlogged.ts'
import type { SamlSubject } from '../kit/saml.ts'
import { fleetRoleOfUser, powerOf } from '../kinds/fleet-power.ts'
import { userNamed } from '../kinds/scim-user.ts'
import { inSilo, siloScope, siloUser } from '../kinds/principal.ts'
import { replaceMemberships } from './groups.ts'
import { requireRoom } from '../kit/row-limit.ts'

/**
 * Returns the user whom a provider signs in, as the provider describes them: their groups in portions.
 * @returns the user's id, and how many memberships are left to change by further calls.
 * @throws ApiError 401 if the user must exist and does not, or may not sign in; 403 if the user has a stronger fleet role
 * than the provider may give.
 */
export async function userOfSubject(
  context: Context,
  silo: SiloRow,
  provider: SamlProviderRow,
  subject: SamlSubject,
): Promise<{ userId: string; remaining: number }> {
  const { user, remaining } = await userNamedBy(context, silo, subject)
  // After each portion: the groups of a portion must give no stronger role either.
  const role = await fleetRoleOfUser(context.db, user)
  if (!fleetRoleIncludes(powerOf(provider, silo), role))
    throw forbidden(`this identity provider may not sign in users with the fleet role "${role}"`)
  await unlogged(context)
    .insertInto('saml_provider_user')
    .values({ provider_id: provider.id, user_id: user.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { userId: user.id, remaining }
}

/**
 * Finds the user that an assertion names. In a `saml_jit` silo, creates missing users and groups and replaces the
 * user's memberships. In a `saml_scim` silo, the user must exist by the userName, and the groups stay unchanged.
 * @throws ApiError 401 if the user must exist and does not, or may not sign in.
 */
async function userNamedBy(
  context: Context,
  silo: SiloRow,
  subject: SamlSubject,
): Promise<{ user: SiloUserRow; remaining: number }> {
  if (silo.identity_mode === 'saml_scim') {
    const user = await userNamed(context.db, silo.id, subject.nameId)
    if (!user) throw unauthorized()
    return { user, remaining: 0 }
  }
  const known = await context.db
    .selectFrom('silo_user')
    .selectAll()
    .where('silo_id', '=', silo.id)
    .where('external_id', '=', subject.nameId)
    .executeTakeFirst()
  if (known?.active === 0) throw unauthorized()
  const displayName = subject.displayName ?? subject.nameId
  const user = known ?? (await createUser(context, silo.id, subject.nameId, displayName))
  if (user.display_name !== displayName)
    await siloUser.update(context, inSilo(user), { display_name: displayName, time_modified: now(context) })
  return { user, remaining: await replaceMemberships(context, silo, user.id, subject.groups) }
}

async function createUser(context: Context, siloId: string, externalId: string, displayName: string) {
  await requireRoom(context, 'users', siloId)
  const time = now(context)
  const row = { id: crypto.randomUUID(), silo_id: siloId, external_id: externalId, display_name: displayName }
  const user = {
    ...row,
    password_hash: null,
    active: 1 as const,
    disabled: 0 as const,
    time_created: time,
    time_modified: time,
  }
  return siloUser.create(context, siloScope(siloId), user)
}
