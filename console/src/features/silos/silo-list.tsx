import type { ItemOf } from '@granary/contract/call.ts'
import { siloList } from '@granary/contract/generated/client.ts'
import { Outlet } from '@tanstack/react-router'
import Cloud from 'lucide-react/icons/cloud'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { pathTo } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { BooleanValue } from '../../ui/format/boolean.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { described } from '../../ui/table/description.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { useDeleteSilo } from '../../kinds/silo/delete-silo.tsx'
import { IdentityModeBadge } from '../../kinds/silo/identity-modes.tsx'
import { useCreateRefusal } from './use-create-refusal.ts'

type Silo = ItemOf<'siloList'>

const column = columnsOf<Silo>()
const columns = [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink to="/system/silos/$silo/idps" params={{ silo: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('description', described),
  column.accessor('discoverable', {
    header: 'discoverable',
    cell: ({ getValue }) => <BooleanValue value={getValue()} />,
  }),
  column.accessor('identityMode', {
    header: 'Identity mode',
    cell: ({ getValue }) => <IdentityModeBadge mode={getValue()} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((silo) => <SiloActions silo={silo} />),
]

const pageOf = (silo: string): string => pathTo('/system/silos/$silo/idps', { silo })
const newSilo = [{ label: 'New silo', href: pathTo('/system/silos-new') }]
const none: typeof newSilo = []

/** Lists the discoverable silos. */
export function SiloList() {
  const { page, filter } = useFilteredPage(siloList, {})
  const refusal = useCreateRefusal()
  const mayCreate = refusal === null
  useQuickActions('Actions', mayCreate ? newSilo : none)
  useGoTo('Go to silo', siloList, {}, page.rows, pageOf)
  const create = mayCreate ? (
    <CreateLink to="/system/silos-new">New silo</CreateLink>
  ) : (
    <Button disabledReason={refusal}>New silo</Button>
  )
  return (
    <>
      <ListPage
        title="Silos"
        icon={<Cloud />}
        create={create}
        columns={columns}
        page={page}
        rowId={(silo) => silo.id}
        filter={filter}
        empty={
          <EmptyState
            drawing="silo"
            title="No silos"
            body="A silo is a tenant of the fleet with its own users, projects and limits. Create one to start. Silos that are not discoverable are not listed."
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

function SiloActions({ silo }: { silo: Silo }) {
  const remove = useDeleteSilo()
  return <ActionsMenu id={silo.id} entries={[remove(silo)]} />
}
