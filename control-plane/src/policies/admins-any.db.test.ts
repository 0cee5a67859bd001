import { fleetRoles, siloRoles } from '@granary/domain/roles.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGroup, addSilo, addUser, siloId } from '../../test/people.ts'
import { samlProviderRow } from '../../test/saml.ts'
import { type Everybody, everybody, withAdmin } from '../../test/admin-sources.ts'
import { openWorld, type World } from '../../test/world.ts'

/** Two silos with three users and two groups each; a random change refers to them by index. */
const SILOS = ['local', 'federated'] as const
type Silo = (typeof SILOS)[number]
const MAPPINGS = ['{}', '{"admin":["admin"]}', '{"collaborator":["admin"],"viewer":["viewer"]}']

/** The rules are code that both engines run. On PostgreSQL, a few changes show that it reads the same rows. */
const [RUNS, LEAST_SEEN] = process.env.GRANARY_TEST_DATABASE === 'postgres' ? [12, 1] : [40, 6]

let world: World
const users: Record<Silo, string[]> = { local: [], federated: [] }
const groups: Record<Silo, string[]> = { local: [], federated: [] }
beforeAll(async () => {
  world = await openWorld({ started: false })
  const { services } = world
  await addSilo(services, 'local')
  const federated = await addSilo(services, 'federated', { identity_mode: 'saml_jit' })
  const named = { id: crypto.randomUUID(), name: 'idp', description: '', time_created: '', time_modified: '' }
  await services.db.insertInto('saml_provider').values(samlProviderRow(federated, named)).execute()
  for (const silo of SILOS)
    groups[silo] = [await addGroup(services, silo, 'g0'), await addGroup(services, silo, 'g1')]
  // The caller has a role that is in no policy, so that they count as no admin.
  services.authenticate = async () => ({
    kind: 'user',
    userId: crypto.randomUUID(),
    displayName: 'nobody of this world',
    siloId: await siloId(services),
    siloName: 'main',
    groupIds: [],
    grants: { fleet: 'admin', silo: null, projects: new Map() },
    sessionId: null,
    token: null,
  })
})
afterAll(() => world.close())

const silo = fc.constantFrom(...SILOS)
const row = <Role extends string>(roles: readonly Role[]) =>
  fc.record({
    silo,
    group: fc.boolean(),
    at: fc.nat(2),
    // Mostly admins, because the test is about the removal of the last one.
    role: fc.oneof({ weight: 2, arbitrary: fc.constant('admin') }, fc.constantFrom(...roles)),
  })
type RowOf = { silo: Silo; group: boolean; at: number; role: string }

const start = fc.record({
  mappings: fc.tuple(fc.constantFrom(...MAPPINGS), fc.constantFrom(...MAPPINGS)),
  /** Which users have a password or are active. */
  let: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  members: fc.array(fc.record({ silo, at: fc.nat(2), group: fc.nat(1) }), { maxLength: 5 }),
  fleet: fc.array(row(fleetRoles), { maxLength: 3 }),
  silos: fc.tuple(fc.array(row(siloRoles), { maxLength: 3 }), fc.array(row(siloRoles), { maxLength: 3 })),
})
const change = fc.oneof(
  fc.record({ kind: fc.constant('fleet' as const), rows: fc.array(row(fleetRoles), { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('silo' as const), silo, rows: fc.array(row(siloRoles), { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(2) }),
  fc.record({ kind: fc.constant('password' as const), at: fc.nat(2), disallowed: fc.boolean() }),
)
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** Assignments in the API's form, in one silo or in both. */
function assignments(rows: RowOf[], only?: Silo) {
  const made = rows
    .filter((one) => !only || one.silo === only)
    .map((one) => ({
      identity_id: one.group ? groups[one.silo][one.at % 2]! : users[one.silo][one.at]!,
      identity_type: one.group ? 'silo_group' : 'silo_user',
      role_name: one.role,
    }))
  return [...new Map(made.map((one) => [JSON.stringify(one), one])).values()]
}

/** Writes a fresh state for each run, without any checks. */
async function begin(state: typeof start extends fc.Arbitrary<infer Value> ? Value : never): Promise<void> {
  const { services } = world
  const { db } = services
  await db.deleteFrom('role_assignment').execute()
  for (const [at, name] of SILOS.entries()) {
    const id = await siloId(services, name)
    await db.deleteFrom('silo_user').where('silo_id', '=', id).execute()
    await db
      .updateTable('silo')
      .set({ mapped_fleet_roles: state.mappings[at]! })
      .where('id', '=', id)
      .execute()
    users[name] = [0, 1, 2].map(String)
    for (const index of users[name].keys()) {
      const user = await addUser(services, name, `u${index}`)
      const letIn = state.let[at * 3 + index]!
      const set =
        name === 'local'
          ? { password_hash: letIn ? 'plain:x' : null }
          : { active: letIn ? (1 as const) : (0 as const) }
      await db.updateTable('silo_user').set(set).where('id', '=', user).execute()
      users[name][index] = user
    }
    await write(id, 'silo', assignments(state.silos[at]!, name))
  }
  await write('fleet', 'fleet', assignments(state.fleet))
  for (const one of state.members)
    await db
      .insertInto('silo_group_member')
      .values({ group_id: groups[one.silo][one.group]!, user_id: users[one.silo][one.at]! })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function write(
  resource_id: string,
  resource_kind: 'fleet' | 'silo',
  rows: ReturnType<typeof assignments>,
) {
  for (const { identity_id, identity_type, role_name: role } of rows)
    await world.services.db
      .insertInto('role_assignment')
      .values({ resource_id, resource_kind, identity_id, identity_kind: identity_type as 'silo_user', role })
      .execute()
}

/** Requests a change, and computes the state that it would lead to. */
async function ask(
  one: Change,
  before: Everybody,
): Promise<[Promise<{ status: number; body: { message: string } }>, Everybody]> {
  const local = '/v1/system/identity-providers/local/users'
  if (one.kind === 'fleet' || one.kind === 'silo') {
    const id = one.kind === 'fleet' ? 'fleet' : await siloId(world.services, one.silo)
    const path = one.kind === 'fleet' ? '/v1/system/policy' : `/v1/system/silos/${one.silo}/policy`
    const rows = assignments(one.rows as RowOf[], one.kind === 'silo' ? one.silo : undefined)
      // A deleted user cannot be assigned a role.
      .filter((row) => [...before.users, ...before.groups].some(({ id: known }) => known === row.identity_id))
    const after = rows.map((row) => ({
      resource_id: id,
      resource_kind: one.kind,
      identity_kind: row.identity_type as 'silo_user',
      identity_id: row.identity_id,
      role: row.role_name,
    }))
    const others = before.assignments.filter((row) => row.resource_id !== id)
    return [
      world.ask('PUT', path, { role_assignments: rows }),
      { ...before, assignments: [...others, ...after] },
    ]
  }
  const id = users.local[one.at]!
  if (one.kind === 'delete')
    return [
      world.ask('DELETE', `${local}/${id}?silo=local`),
      { ...before, users: before.users.filter((row) => row.id !== id) },
    ]
  const password = one.disallowed ? { mode: 'login_disallowed' } : { mode: 'password', value: 'any-long-one' }
  const hash = one.disallowed ? null : 'plain:x'
  return [
    world.ask('POST', `${local}/${id}/set-password?silo=local`, password),
    { ...before, users: before.users.map((row) => (row.id === id ? { ...row, password_hash: hash } : row)) },
  ]
}

test('every scope with an admin keeps one, and only changes that would remove the last one are refused', async () => {
  const seen = { ok: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(start, fc.array(change, { minLength: 3, maxLength: 8 }), async (state, changes) => {
      await begin(state)
      for (const one of changes) {
        const before = await everybody(world)
        const had = withAdmin(before)
        const [answer, would] = await ask(one, before)
        const { status, body } = await answer
        const lost = [...had].filter((name) => !withAdmin(would).has(name))
        if (status === 404) continue
        if (status === 400) {
          seen.refused++
          expect(body.message).toMatch(/^the (silo|fleet) would be left without an admin/)
          expect(lost).not.toEqual([])
          expect(await everybody(world)).toEqual(before)
        } else {
          seen.ok++
          expect([status, lost]).toEqual([one.kind === 'fleet' || one.kind === 'silo' ? 200 : 204, []])
          expect(withAdmin(await everybody(world))).toEqual(withAdmin(would))
        }
      }
    }),
    { numRuns: RUNS },
  )
  expect(Math.min(seen.ok, seen.refused)).toBeGreaterThanOrEqual(LEAST_SEEN)
})
