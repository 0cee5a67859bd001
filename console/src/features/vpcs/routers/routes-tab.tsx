import type { ItemOf } from '@granary/contract/call.ts'
import { vpcRouterRouteDelete, vpcRouterRouteList } from '@granary/contract/generated/client.ts'
import { type ReactNode, useMemo } from 'react'
import { useOperation } from '../../../api/operate.ts'
import { CreateLink } from '../../../app/kit/lists/create-link.tsx'
import { ListSection } from '../../../app/kit/lists/list-section.tsx'
import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { usePage } from '../../../app/kit/lists/use-page.ts'
import { pathTo } from '../../../app/paths.ts'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { END_TYPES, SUBNET_ROUTE } from './route-words.ts'
import { useRouterPath, useVpcRouter } from './use-router.ts'

type Row = ItemOf<'vpcRouterRouteList'>
type Path = ReturnType<typeof useRouterPath>

const EDIT = '/projects/$project/vpcs/$vpc/routers/$router/routes/$route/edit'

const endCell = (end: Row['destination'] | Row['target']): ReactNode => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <Badge color="neutral">{END_TYPES[end.type]}</Badge>
    {end.type !== 'drop' && end.value}
  </span>
)

const column = columnsOf<Row>()
const columnsIn = (path: Path) => [
  column.accessor('name', {
    header: 'Name',
    cell: ({ getValue }) => (
      <NameLink to={EDIT} params={{ ...path, route: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('kind', {
    header: 'Kind',
    cell: ({ getValue }) => <Badge color="neutral">{getValue().replace('_', ' ')}</Badge>,
  }),
  column.accessor('destination', { header: 'Destination', cell: ({ getValue }) => endCell(getValue()) }),
  column.accessor('target', { header: 'Target', cell: ({ getValue }) => endCell(getValue()) }),
  column.actions((route) => <RouteActions path={path} route={route} />),
]

/** The routes of the router of the page. */
export function Routes() {
  const router = useVpcRouter()
  const { project, vpc } = useRouterPath()
  const path = useMemo(() => ({ project, vpc, router: router.name }), [project, vpc, router.name])
  const page = usePage(vpcRouterRouteList, { query: { router: router.id } })
  const columns = useMemo(() => columnsIn(path), [path])
  const isCustom = router.kind === 'custom'
  useQuickActions(
    'Actions',
    useMemo(
      () =>
        isCustom
          ? [
              {
                label: 'New route',
                href: pathTo('/projects/$project/vpcs/$vpc/routers/$router/routes-new', path),
              },
            ]
          : [],
      [isCustom, path],
    ),
  )
  const create = isCustom ? (
    <CreateLink to="/projects/$project/vpcs/$vpc/routers/$router/routes-new" params={path}>
      New route
    </CreateLink>
  ) : (
    <Button disabledReason="User routes cannot be added to a system router">New route</Button>
  )
  return (
    <ListSection
      title="Routes"
      create={create}
      columns={columns}
      page={page}
      rowId={(route) => route.id}
      empty={
        <EmptyState
          title="No routes"
          purpose="A route says where the packets for a destination go."
          body="Add a route to see it here"
          action={create}
        />
      }
    />
  )
}

function RouteActions({ path, route }: { path: Path; route: Row }) {
  const deleteRoute = useOperation(vpcRouterRouteDelete, { waits: true })
  const remove = async () => {
    await deleteRoute({ path: { route: route.id } })
    addToast({ content: 'Route deleted' })
  }
  return (
    <ActionsMenu
      id={route.id}
      entries={[
        {
          label: 'Edit',
          href: pathTo(EDIT, { ...path, route: route.name }),
          disabledReason: route.kind === 'vpc_subnet' && SUBNET_ROUTE,
        },
        {
          label: 'Delete',
          danger: true,
          disabledReason: route.kind !== 'custom' && 'System routes cannot be deleted',
          onAction: () => void confirmDelete('route', route.name, remove),
        },
      ]}
    />
  )
}
