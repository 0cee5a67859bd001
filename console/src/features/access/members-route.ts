import { groupList } from '@granary/contract/generated/client.ts'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { allQuery, readAhead } from '../../api/queries.ts'

/** Returns the route of the panel of a group's members, over one of the pages. */
export const membersRoute = <Parent extends AnyRoute>(parent: () => Parent) =>
  createRoute({
    getParentRoute: parent,
    path: 'groups/$group',
    staticData: panel('Group members'),
    loader: ({ context: { queryClient } }) => readAhead(queryClient, allQuery(groupList, {})),
    component: lazyPage(() => import('./group-members.tsx'), 'GroupMembers'),
  })
