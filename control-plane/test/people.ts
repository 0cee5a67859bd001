import { rawWriter } from '../src/database/session.ts'
import type { SiloRow } from '../src/database/schema.ts'
import { inTransaction, systemContext } from '../src/kit/resources/transaction.ts'
import { now } from '../src/kit/context/context.ts'
import type { HostServices } from '../src/kit/context/services.ts'
import { hashToken, newToken } from '../src/access/token.ts'

type Roles = { fleet?: string; silo?: string; projects?: Record<string, string> }

/** Returns the id of a silo by its name. */
export async function siloId({ db }: HostServices, name = 'main'): Promise<string> {
  return (await db.selectFrom('silo').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
}

/** Creates a silo with ample quotas and no pools; users sign in with passwords unless `other` changes that. */
export async function addSilo(
  services: HostServices,
  name: string,
  other: Partial<SiloRow> = {},
): Promise<string> {
  const id = crypto.randomUUID()
  const time = services.clock.now().toISOString()
  const { db } = services
  await db
    .insertInto('silo')
    .values({
      id,
      name,
      description: '',
      time_created: time,
      time_modified: time,
      identity_mode: 'local_only',
      discoverable: 1,
      admin_group_name: null,
      mapped_fleet_roles: '{}',
      ...other,
    })
    .execute()
  await db
    .insertInto('silo_quota')
    .values({ silo_id: id, cpus: 1000, memory: 2 ** 50, storage: 2 ** 50 })
    .execute()
  return id
}

/** Creates a user whose password is their name, with these roles; `projects` by project id. @returns the user's id. */
export async function addUser(
  services: HostServices,
  silo: string,
  name: string,
  roles: Roles = {},
): Promise<string> {
  const id = crypto.randomUUID()
  const inSilo = await siloId(services, silo)
  await inTransaction(systemContext(services, 'test'), async (context) => {
    const times = { time_created: now(context), time_modified: now(context) }
    await rawWriter(context)
      .insertInto('silo_user')
      .values({
        id,
        silo_id: inSilo,
        external_id: name,
        display_name: name,
        password_hash: await services.passwords.hash(name),
        ...times,
      })
      .execute()
    const rows = [
      ...(roles.fleet ? [{ resource_id: 'fleet', resource_kind: 'fleet' as const, role: roles.fleet }] : []),
      ...(roles.silo ? [{ resource_id: inSilo, resource_kind: 'silo' as const, role: roles.silo }] : []),
      ...Object.entries(roles.projects ?? {}).map(([project, role]) => ({
        resource_id: project,
        resource_kind: 'project' as const,
        role,
      })),
    ]
    for (const row of rows)
      await rawWriter(context)
        .insertInto('role_assignment')
        .values({ ...row, identity_kind: 'silo_user', identity_id: id })
        .execute()
  })
  return id
}

/** Creates a group with these users, by id. @returns the group's id. */
export async function addGroup(
  services: HostServices,
  silo: string,
  name: string,
  members: string[] = [],
): Promise<string> {
  const id = crypto.randomUUID()
  const { db, clock } = services
  const time = clock.now().toISOString()
  const row = {
    id,
    silo_id: await siloId(services, silo),
    display_name: name,
    time_created: time,
    time_modified: time,
  }
  await db.insertInto('silo_group').values(row).execute()
  for (const user_id of members)
    await db.insertInto('silo_group_member').values({ group_id: id, user_id }).execute()
  return id
}

/** Starts a session of a user, regardless of the silo's sign-in mode. @returns its cookie. */
export async function sessionOf({ db, clock }: HostServices, userId: string): Promise<string> {
  const token = newToken()
  const time = clock.now().toISOString()
  await db
    .insertInto('session')
    .values({
      id: crypto.randomUUID(),
      user_id: userId,
      token_hash: hashToken(token),
      time_created: time,
      time_last_used: time,
    })
    .execute()
  return `granary-session=${token}`
}
