import type { ItemOf } from '@granary/contract/call.ts'
import { vpcRouterDelete, vpcRouterList } from '@granary/contract/generated/client.ts'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOperation } from '../../../api/operate.ts'
import { CreateLink } from '../../../app/kit/lists/create-link.tsx'
import { ListSection } from '../../../app/kit/lists/list-section.tsx'
import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { useFilteredPage } from '../../../app/kit/lists/use-filtered-page.ts'
import { pathTo } from '../../../app/paths.ts'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { tagBulk } from '../../../kinds/tags/bulk-action.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { described } from '../../../ui/table/description.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { useVpc, useVpcPath, type VpcPath } from '../use-vpc.ts'

type Row = ItemOf<'vpcRouterList'>

const column = columnsOf<Row>()
const columnsIn = (path: VpcPath) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: router } }) => (
      <span className="inline-flex items-center gap-2">
        <NameLink to="/projects/$project/vpcs/$vpc/routers/$router" params={{ ...path, router: router.name }}>
          {router.name}
        </NameLink>
        {router.kind === 'system' && <Badge color="neutral">system</Badge>}
      </span>
    ),
  }),
  column.accessor('description', described),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((router) => <RouterActions path={path} router={router} />),
]

const BULK = tagBulk<Row>('router', 'routers')

/** Lists the routers of a VPC. */
export function RouterList() {
  const vpc = useVpc()
  const { project } = useVpcPath()
  const path = useMemo(() => ({ project, vpc: vpc.name }), [project, vpc.name])
  const { page, filter } = useFilteredPage(vpcRouterList, { vpc: vpc.id })
  const columns = useMemo(() => columnsIn(path), [path])
  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'New router', href: pathTo('/projects/$project/vpcs/$vpc/routers-new', path) }],
      [path],
    ),
  )
  useQuickActions(
    'Edit router',
    useMemo(
      () =>
        (page.rows ?? []).map(({ name }) => ({
          label: name,
          href: pathTo('/projects/$project/vpcs/$vpc/routers/$router/edit', { ...path, router: name }),
        })),
      [page.rows, path],
    ),
  )
  const create = (
    <CreateLink to="/projects/$project/vpcs/$vpc/routers-new" params={path}>
      New router
    </CreateLink>
  )
  return (
    <>
      <ListSection
        title="Routers"
        create={create}
        columns={columns}
        page={page}
        bulk={BULK}
        filter={filter}
        rowId={(router) => router.id}
        empty={<EmptyState title="No VPC routers" body="Create a router to see it here" action={create} />}
      />
      <Outlet />
    </>
  )
}

function RouterActions({ path, router }: { path: VpcPath; router: Row }) {
  const deleteRouter = useOperation(vpcRouterDelete, { waits: true })
  const remove = async () => {
    await deleteRouter({ path: { router: router.id } })
    toastChanged('Router', router.name, 'deleted')
  }
  return (
    <ActionsMenu
      id={router.id}
      entries={[
        {
          label: 'Edit',
          href: pathTo('/projects/$project/vpcs/$vpc/routers/$router/edit', { ...path, router: router.name }),
        },
        {
          label: 'Delete',
          danger: true,
          disabledReason: router.kind === 'system' && 'System routers cannot be deleted',
          onAction: () =>
            void confirmDelete(
              'VPC router',
              router.name,
              remove,
              'Its routes are deleted too, and its subnets keep only the routes of the system router.',
            ),
        },
      ]}
    />
  )
}
