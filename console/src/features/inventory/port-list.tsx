import {
  networkingSwitchPortClearSettings,
  networkingSwitchPortList,
} from '@granary/contract/generated/client.ts'
import { Suspense, useState } from 'react'
import { useOperation } from '../../api/operate.ts'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { useMay } from '../../app/permissions.ts'
import { Id } from '../../ui/format/id.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { NameButton } from '../../ui/table/name-anchor.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { LinkState, type Port } from './link-state.tsx'

const PortPanel = lazyPart(() => import('./port-panel.tsx'))
const ApplySettingsDialog = lazyPart(() => import('./apply-settings-dialog.tsx'))

const column = columnsOf<Port>()
const columns = [
  column.accessor('portName', {
    header: 'port',
    cell: ({ row: { original } }) => <PortName port={original} />,
  }),
  column.accessor('switchSlot', { header: 'switch' }),
  column.accessor('rackId', {
    header: 'Rack',
    cell: ({ getValue }) => <Id id={getValue()} maxWidth="10rem" />,
  }),
  column.display({
    id: 'link',
    header: 'link',
    cell: ({ row: { original } }) => <LinkState port={original} />,
  }),
  column.accessor('portSettingsId', {
    header: 'settings',
    cell: ({ getValue }) => {
      const id = getValue()
      return id ? <Id id={id} maxWidth="10rem" /> : <Missing />
    },
  }),
  column.accessor('id', { header: 'id', cell: ({ getValue }) => <Id id={getValue()} maxWidth="10rem" /> }),
  column.actions((port) => <PortActions port={port} />),
]

/** Lists the ports of all switches with the state of their links. */
export const PortList = () => (
  <ListSection
    title="Switch ports"
    columns={columns}
    page={usePage(networkingSwitchPortList, {})}
    rowId={({ id }) => id}
    empty={<EmptyState title="No switch ports found" body="The driver reports no switches." />}
  />
)

function PortName({ port }: { port: Port }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <NameButton onPress={() => setOpen(true)}>{port.portName}</NameButton>
      {isOpen && (
        <Suspense fallback={null}>
          <PortPanel port={port} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function PortActions({ port }: { port: Port }) {
  const [isApplying, setApplying] = useState(false)
  const clear = useOperation(networkingSwitchPortClearSettings, { waits: true })
  const refusal = useMay().fleet('modify') ? null : 'Only admins of the fleet can change settings of ports'
  const { id, portName, rackId, switchSlot, portSettingsId } = port
  const name = <Highlight>{portName}</Highlight>
  const ask = () =>
    void confirm({
      title: 'Clear settings',
      variant: 'danger',
      errorTitle: 'Could not clear the settings',
      body: (
        <>
          Remove the settings from port {name} of {switchSlot}? Its BGP peers are disconnected, which can cut
          the rack off. The settings stay and can be applied again.
        </>
      ),
      action: async () => {
        await clear({ path: { port: portName }, query: { rackId, switchSlot } })
        addToast({ content: <>Settings of port {name} cleared</> })
      },
    })
  return (
    <>
      <ActionsMenu
        id={id}
        entries={[
          { label: 'Apply settings', disabledReason: refusal, onAction: () => setApplying(true) },
          {
            label: 'Clear settings',
            danger: true,
            disabledReason: refusal ?? (portSettingsId === null ? 'The port has no settings' : null),
            onAction: ask,
          },
        ]}
      />
      {isApplying && (
        <Suspense fallback={null}>
          <ApplySettingsDialog port={port} onClose={() => setApplying(false)} />
        </Suspense>
      )}
    </>
  )
}
