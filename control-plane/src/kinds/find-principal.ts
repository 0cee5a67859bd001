import type { SiloGroupRow, SiloUserRow } from '../database/schema.ts'
import { type Context, actorOf } from '../kit/context/context.ts'
import { notFound, forbidden } from '../kit/base/errors.ts'
import { may, ownSilo } from '../kit/resources/authorization.ts'

/** Finds a user of a silo by id. @throws ApiError 404, also for a user of another silo. */
export async function userOf({ db }: Context, siloId: string, id: string): Promise<SiloUserRow> {
  const row = await db
    .selectFrom('silo_user')
    .selectAll()
    .where('id', '=', id)
    .where('silo_id', '=', siloId)
    .executeTakeFirst()
  if (!row) throw notFound('silo-user', { id })
  return row
}

/** Finds a group of a silo by id. @throws ApiError 404, also for a group of another silo. */
export async function groupOf({ db }: Context, siloId: string, id: string): Promise<SiloGroupRow> {
  const row = await db
    .selectFrom('silo_group')
    .selectAll()
    .where('id', '=', id)
    .where('silo_id', '=', siloId)
    .executeTakeFirst()
  if (!row) throw notFound('silo-group', { id })
  return row
}

/** Finds the caller, or another user of the silo if the caller manages its users. @throws ApiError 404, 403. */
export async function ownOrManaged(context: Context, userId: string) {
  const actor = actorOf(context)
  const user = await userOf(context, actor.siloId, userId)
  if (user.id !== actor.userId && !may(context, ownSilo(context), 'modify_identities')) throw forbidden()
  return user
}
