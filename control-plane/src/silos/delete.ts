import { unlogged } from '../kit/sql/unlogged.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import type { Services } from '../kit/context/services.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { requireRemainingAdmins } from '../shared/people/admins.ts'
import { endQuotas } from '../kinds/quota.ts'
import { silo } from '../kinds/silo.ts'
import { closeSilo, deleteSomePeople } from '../kinds/silo-people.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Outcome } from '../tasks/task-function.ts'

/**
 * Deletes a silo and everything that belongs to it alone: users with their sessions, tokens and keys, groups, roles,
 * quotas, settings, identity providers, certificates, links to IP pools. The pools stay. Of many users only a portion: nobody has a role
 * in the silo from now on, and a task deletes the others, and then the silo.
 * @throws ApiError 400 while it contains a project or an image, or if the fleet would lose its last admin.
 */
export async function deleteSilo(context: Context, found: Found<'silo'>): Promise<void> {
  const { id, discoverable } = found.row
  await refuseWhileInUse(context, id)
  await requireRemainingAdmins(context, null, async () => {
    await closeSilo(context, id)
    if (!(await deleteSomePeople(context, id))) return removeSilo(context, found)
    if (discoverable) await silo.update(context, found, { discoverable: 0 })
    await enqueue(context, 'delete-silo', id, { siloId: id })
  })
}

/**
 * Deletes the next users of a silo that is being deleted, or the silo itself: the function of its task. A silo in which an operator has
 * created something since then stays.
 */
export const continueDeletion = (services: Services, id: string): Promise<Outcome> =>
  inTransaction(systemContext(services, 'silo_delete'), async (context) => {
    const row = await context.db.selectFrom('silo').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return undefined
    await refuseWhileInUse(context, id)
    await closeSilo(context, id)
    if (await deleteSomePeople(context, id)) return { again: 0 }
    await removeSilo(context, { row, scope: { siloId: id, projectId: null } })
    return undefined
  })

async function removeSilo(context: Context, found: Found<'silo'>): Promise<void> {
  await unlogged(context).deleteFrom('provisioned').where('scope_id', '=', found.row.id).execute()
  await endQuotas(context, found.row.id)
  await silo.remove(context, found)
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
