import { unlogged } from '../kit/unlogged.ts'
import type { Context } from '../kit/context.ts'
import { invalidRequest } from '../kit/errors.ts'
import type { Found } from '../kit/lookup.ts'
import { keepingAdmins } from '../shared/people/admins.ts'
import { silo } from '../kinds/silo.ts'

/**
 * Deletes a silo and everything that is of it alone: users with their sessions, tokens and keys, groups, roles, quotas,
 * settings, identity providers, certificates, links to IP pools. The pools stay.
 * @throws ApiError 400 while there is a project or an image in it, or when nobody would be left to administer the fleet.
 */
export async function deleteSilo(context: Context, found: Found<'silo'>): Promise<void> {
  await refuseWhileInUse(context, found.row.id)
  await keepingAdmins(context, null, async () => {
    await deletePeople(context, found.row.id)
    await unlogged(context).deleteFrom('provisioned').where('scope_id', '=', found.row.id).execute()
    await silo.remove(context, found)
  })
}

async function refuseWhileInUse({ db }: Context, id: string): Promise<void> {
  const project = await db
    .selectFrom('project')
    .select('id')
    .where('silo_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (project) throw invalidRequest('silo to be deleted contains a project')
  const image = await db
    .selectFrom('image')
    .select('name')
    .where('silo_id', '=', id)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()
  if (image) throw invalidRequest(`silo to be deleted contains a silo image: ${image.name}`)
}

/** Users, groups and every role in the silo or of its people. What else is theirs the database deletes with them. */
async function deletePeople({ db }: Context, id: string): Promise<void> {
  for (const table of ['silo_user', 'silo_group'] as const) {
    await db
      .deleteFrom('role_assignment')
      .where('identity_id', 'in', (people) => people.selectFrom(table).select('id').where('silo_id', '=', id))
      .execute()
    await db.deleteFrom(table).where('silo_id', '=', id).execute()
  }
  await db.deleteFrom('role_assignment').where('resource_id', '=', id).execute()
}
