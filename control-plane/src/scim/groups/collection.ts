import type { Collection } from '../collection.ts'
import { provisionerIn } from '../http/caller.ts'
import { groupType } from '../schema/group.ts'
import { countGroupLinks, groupIds, linkGroups, loadGroups } from './load.ts'
import { memberChange } from './members.ts'
import { createGroup, deleteGroup, replaceGroup, requireFreeName } from './write.ts'

/** The groups of a silo that an identity provider provisions. */
export const groups: Collection = {
  type: groupType,
  nameOf: 'displayName',
  linked: 'members',
  count: async (context) => {
    const { total } = await context.db
      .selectFrom('scim_group')
      .select((row) => row.fn.countAll().as('total'))
      .where('silo_id', '=', provisionerIn(context).siloId)
      .executeTakeFirstOrThrow()
    return Number(total)
  },
  ids: groupIds,
  load: loadGroups,
  countLinks: countGroupLinks,
  link: linkGroups,
  linkChange: memberChange,
  requireFreeName,
  create: createGroup,
  replace: replaceGroup,
  delete: deleteGroup,
}
