import type { Selectable } from 'kysely'
import type { Database, SiloRow } from '../database/schema.ts'
import { caseFold } from '../kinds/scim-user.ts'
import { signInName } from '../kinds/scim-user.ts'
import type { Dataset } from './format.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'

type Mode = SiloRow['identity_mode']

/** Plans the tokens of a silo's identity provider. They are for display only: no secret matches them. */
export function planScimTokens(
  plan: Plan,
  path: string,
  siloId: string,
  { identity_mode, scim_tokens }: Dataset['silos'][number]['value'],
): void {
  if (scim_tokens.length > 0 && identity_mode !== 'saml_scim')
    fail(`${path}.scim_tokens`, 'only silos of identity mode saml_scim have them: leave it out')
  for (const [index, token] of scim_tokens.entries()) {
    const { id, time_created } = plan.made(
      `${path}.scim_tokens[${index}]`,
      `${siloId}/scim-token/${index}`,
      token,
    )
    plan.rows.scim_token.push({
      id,
      silo_id: siloId,
      token_hash: crypto.randomUUID(),
      time_created,
      time_expires: token.time_expires ? plan.moment(token.time_expires) : null,
      max_fleet_role: 'admin',
    })
  }
}

type UserRow = Selectable<Database['silo_user']>

/** The SCIM columns of a user; names compare case-insensitively. */
export function planScimUser(plan: Plan, path: string, mode: Mode, user: UserRow): UserRow {
  if (mode !== 'saml_scim') {
    if (user.active === 0)
      fail(
        `${path}.active`,
        'only users of a silo of identity mode saml_scim can be not active: leave it out',
      )
    return user
  }
  const external_id = signInName(user.external_id)
  plan.once(path, user.external_id, `${user.silo_id}/scim-user/${external_id}`)
  plan.rows.scim_user.push({
    user_id: user.id,
    silo_id: user.silo_id,
    user_name: user.external_id,
    external_id: null,
    active: user.active,
    attributes: JSON.stringify({ displayName: user.display_name }),
    revision: 1,
  })
  return { ...user, external_id }
}

/** The same for a group. */
export function planScimGroup(
  plan: Plan,
  path: string,
  mode: Mode,
  group: Selectable<Database['silo_group']>,
): void {
  if (mode !== 'saml_scim') return
  const name_key = caseFold(group.display_name)
  plan.once(path, group.display_name, `${group.silo_id}/scim-group/${name_key}`)
  plan.rows.scim_group.push({
    group_id: group.id,
    silo_id: group.silo_id,
    name_key,
    external_id: null,
    revision: 1,
  })
}
