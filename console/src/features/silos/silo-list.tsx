import type { ItemOf } from '@granary/contract/call.ts'
import { siloList } from '@granary/contract/generated/client.ts'
import Cloud from 'lucide-react/icons/cloud'
import { ListPage } from '../../app/kit/list-page.tsx'
import { usePage } from '../../app/kit/use-page.ts'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/format/description.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'

type Silo = ItemOf<'siloList'>

const MODES: Record<Silo['identityMode'], string> = {
  local_only: 'Local',
  saml_jit: 'SAML JIT',
  saml_scim: 'SAML SCIM',
}

const column = columnsOf<Silo>()
const columns = [
  column.accessor('name', { header: 'name' }),
  column.accessor('description', {
    header: 'description',
    cell: ({ getValue }) => <Description text={getValue()} />,
  }),
  column.accessor('identityMode', {
    header: 'Identity mode',
    cell: ({ getValue }) => <Badge color="neutral">{MODES[getValue()]}</Badge>,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((silo) => <ActionsMenu id={silo.id} entries={[]} />),
]

/** The silos that can be discovered. */
export function SiloList() {
  const page = usePage(siloList, {})
  return (
    <ListPage
      title="Silos"
      icon={<Cloud />}
      columns={columns}
      page={page}
      rowId={(silo) => silo.id}
      empty={
        <EmptyState
          icon={<Cloud />}
          title="No silos"
          body="A silo is a tenant of the fleet, with users and projects of its own."
        />
      }
    />
  )
}
