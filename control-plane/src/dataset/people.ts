import { present } from '../kit/base/present.ts'
import { silo } from '../kinds/silo.ts'
import { sshKey } from '../kinds/ssh-key.ts'
import type { Dataset, Entry } from './format.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'
import { planScimGroup, planScimTokens, planScimUser } from './scim.ts'

type AccessToken = Entry<'users'>['value']['access_tokens'][number]

/** Plans silos, users with their keys, and groups. @param hashes the hash of each password of a user. */
export function planPeople(plan: Plan, dataset: Dataset, hashes: ReadonlyMap<string, string>): void {
  for (const entry of dataset.silos) planSilo(plan, entry)
  for (const entry of dataset.users) planUser(plan, entry, hashes)
  for (const { path, value } of dataset.groups) {
    const { id: siloId, identity_mode } = plan.silo(path, value)
    const { display_name } = value
    const row = {
      ...plan.made(path, `${siloId}/group/${display_name}`, value, 'display_name'),
      silo_id: siloId,
      display_name,
    }
    plan.groups.put(siloId, display_name, row)
    plan.rows.silo_group.push(row)
    planScimGroup(plan, path, identity_mode, row)
    for (const [index, member] of value.members.entries()) {
      const user = plan.users.need(`${path}.members[${index}]`, siloId, member)
      plan.once(`${path}.members[${index}]`, member, `${row.id} ${user.id}`)
      plan.rows.silo_group_member.push({ group_id: row.id, user_id: user.id })
    }
  }
}

function planSilo(plan: Plan, { path, value }: Entry<'silos'>): void {
  const scope = (siloId: string) => ({ siloId, projectId: null })
  const row = plan.of(silo).add({ path, scope }, value, () => ({
    identity_mode: value.identity_mode,
    discoverable: value.discoverable ? 1 : 0,
    admin_group_name: value.admin_group_name ?? null,
    mapped_fleet_roles: JSON.stringify(value.mapped_fleet_roles),
  }))
  plan.rows.silo_quota.push({ silo_id: row.id, ...value.quotas })
  planScimTokens(plan, path, row.id, value)
  const limit = value.auth_settings?.device_token_max_ttl_seconds
  if (limit != null)
    plan.rows.silo_auth_settings.push({
      silo_id: row.id,
      device_token_max_ttl_seconds: limit,
      second_factor_required: 0,
    })
}

function planUser(plan: Plan, { path, value }: Entry<'users'>, hashes: ReadonlyMap<string, string>): void {
  const { id: siloId, identity_mode, name } = plan.silo(path, value)
  if (value.password != null && identity_mode !== 'local_only')
    fail(`${path}.password`, `the users of silo "${name}" sign in at their identity provider: leave it out`)
  const { display_name, external_id = display_name, password } = value
  const row = {
    ...plan.made(path, `${siloId}/user/${external_id}`, value, 'external_id'),
    silo_id: siloId,
    display_name,
    external_id,
    password_hash: password == null ? null : present(hashes.get(password), 'the hash of a password'),
    active: value.active ? (1 as const) : (0 as const),
    disabled: 0 as const,
  }
  plan.users.put(siloId, external_id, row)
  plan.rows.silo_user.push(planScimUser(plan, path, identity_mode, row))
  for (const [index, key] of value.ssh_keys.entries())
    plan
      .of(sshKey)
      .add(
        { path: `${path}.ssh_keys[${index}]`, scope: { siloId, projectId: null }, parent: row.id },
        key,
        () => ({ user_id: row.id, public_key: key.public_key }),
      )
  for (const [index, token] of value.access_tokens.entries())
    plan.rows.access_token.push(tokenRow(plan, `${path}.access_tokens[${index}]`, row.id, index, token))
}

/** A token that no secret matches: its stored hash is the hash of nothing. */
function tokenRow(plan: Plan, path: string, userId: string, index: number, token: AccessToken) {
  const { id, time_created } = plan.made(path, `${userId}/access-token/${index}`, token, 'id')
  const seconds = token.ttl_seconds
  const end = seconds == null ? null : new Date(Date.parse(time_created) + seconds * 1000).toISOString()
  return { id, user_id: userId, token_hash: `none of ${id}`, name: null, time_created, time_expires: end }
}
