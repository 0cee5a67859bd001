import type { Collection } from '../collection.ts'
import { provisionerIn } from '../http/caller.ts'
import { userType } from '../schema/user.ts'
import { countUserLinks, linkUsers, loadUsers, userIds } from './load.ts'
import { createUser, deleteScimUser, replaceUser } from './write.ts'

/** The users of a silo that an identity provider provisions. */
export const users: Collection = {
  type: userType,
  nameOf: 'userName',
  linked: 'groups',
  count: async (context) => {
    const { total } = await context.db
      .selectFrom('scim_user')
      .select((row) => row.fn.countAll().as('total'))
      .where('silo_id', '=', provisionerIn(context).siloId)
      .executeTakeFirstOrThrow()
    return Number(total)
  },
  ids: userIds,
  load: loadUsers,
  countLinks: countUserLinks,
  link: linkUsers,
  create: createUser,
  replace: replaceUser,
  delete: deleteScimUser,
}
