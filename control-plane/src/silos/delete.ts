import { unlogged } from '../kit/unlogged.ts'
import type { Context } from '../kit/context.ts'
import { invalidRequest } from '../kit/errors.ts'
import type { Found } from '../kit/lookup.ts'
import { requireRemainingAdmins } from '../shared/people/admins.ts'
import { removePolicyOf } from '../kinds/policy.ts'
import { withdrawRoles } from '../kinds/withdrawn-roles.ts'
import { removePeopleOf } from '../kinds/principal.ts'
import { endQuotas } from '../kinds/quota.ts'
import { silo } from '../kinds/silo.ts'

/**
 * Deletes a silo and everything that belongs to it alone: users with their sessions, tokens and keys, groups, roles,
 * quotas, settings, identity providers, certificates, links to IP pools. The pools stay.
 * @throws ApiError 400 while it contains a project or an image, or if the fleet would lose its last admin.
 */
export async function deleteSilo(context: Context, found: Found<'silo'>): Promise<void> {
  await refuseWhileInUse(context, found.row.id)
  await requireRemainingAdmins(context, null, async () => {
    await removePeople(context, found.row.id)
    await unlogged(context).deleteFrom('provisioned').where('scope_id', '=', found.row.id).execute()
    await endQuotas(context, found.row.id)
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

/** Deletes users, groups and every role in the silo or of its users. The database deletes the rest in a cascade. */
async function removePeople(context: Context, id: string): Promise<void> {
  const { db } = context
  await removePolicyOf(context, id)
  const users = await db.selectFrom('silo_user').select('id').where('silo_id', '=', id).execute()
  const groups = await db.selectFrom('silo_group').select('id').where('silo_id', '=', id).execute()
  await withdrawRoles(
    context,
    [...users, ...groups].map((row) => row.id),
  )
  await removePeopleOf(context, id)
}
