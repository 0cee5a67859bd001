import { fleetRoleIncludes } from '@granary/domain/roles.ts'
import type { SamlProviderRow, SiloRow, SiloUserRow } from '../database/schema.ts'
import { type Context, now } from '../kit/context/context.ts'
import { forbidden, unauthorized } from '../kit/base/errors.ts'
import type { SamlSubject } from '../kit/base/saml.ts'
import { fleetRoleOfUser, powerOf } from '../kinds/fleet-power.ts'
import { userNamed } from '../kinds/scim-user.ts'
import { inSilo, siloScope, siloUser } from '../kinds/principal.ts'
import { noteProviderUser } from '../shared/people/groups-kept.ts'
import { refusedAnswer } from './refusal.ts'
import { replaceMemberships } from './groups.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'

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
  const { user, remaining, keepsGroups } = await userNamedBy(context, silo, provider, subject)
  // After each portion: the groups of a portion must give no stronger role either.
  const role = await fleetRoleOfUser(context.db, user)
  if (!fleetRoleIncludes(powerOf(provider, silo), role))
    throw forbidden(`this identity provider may not sign in users with the fleet role "${role}"`)
  if (keepsGroups)
    context.afterCommit.push(() =>
      context.services.log('warn', 'SAML sign-in without groups: the present ones are kept', {
        provider: provider.id,
        attribute: provider.group_attribute_name,
        user: user.id,
      }),
    )
  await noteProviderUser(context, {
    providerId: provider.id,
    userId: user.id,
    timeGroupsKept: keepsGroups ? now(context) : null,
  })
  return { userId: user.id, remaining }
}

/**
 * Finds the user that an assertion names. In a `saml_jit` silo, creates missing users and groups and replaces the
 * user's memberships, unless the assertion does not say which. In a `saml_scim` silo, the user must exist by the userName, and the groups stay unchanged.
 * @throws ApiError 401 if the user must exist and does not, or may not sign in.
 */
async function userNamedBy(
  context: Context,
  silo: SiloRow,
  provider: SamlProviderRow,
  subject: SamlSubject,
): Promise<{ user: SiloUserRow; remaining: number; keepsGroups: boolean }> {
  if (silo.identity_mode === 'saml_scim') {
    const user = await userNamed(context.db, silo.id, subject.nameId)
    if (!user) throw unauthorized()
    return { user, remaining: 0, keepsGroups: false }
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
  const groups = subject.groups ?? groupsWithout(provider)
  return groups === null
    ? { user, remaining: 0, keepsGroups: true }
    : { user, remaining: await replaceMemberships(context, silo, user.id, groups), keepsGroups: false }
}

/**
 * Returns the groups of a user whose assertion has no attribute for them; null keeps the present ones.
 * @throws ApiError 400 if the provider's settings refuse such a sign-in.
 */
function groupsWithout({ missing_groups, group_attribute_name }: SamlProviderRow): string[] | null {
  if (missing_groups === 'refuse')
    throw refusedAnswer(
      `it lacks the attribute "${group_attribute_name}" with the groups of the user, and this provider must send it`,
    )
  return missing_groups === 'remove' ? [] : null
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
