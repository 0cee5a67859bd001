import {
  networkingSwitchPortLldpNeighbors,
  networkingSwitchPortSettingsView,
} from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import Network from 'lucide-react/icons/network'
import { toWire } from '../../api/casing.ts'
import { apiQuery } from '../../api/queries.ts'
import { Failed, IfMissed } from '../../app/kit/pages/failed.tsx'
import { MiniTable } from '../../ui/fields/mini-table.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Id } from '../../ui/format/id.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { LinkState, type Port } from './link-state.tsx'

/** The panel of a switch port: its link, the neighbors that it hears, and the settings that were applied to it. */
export default function PortPanel({ port, onClose }: { port: Port; onClose: () => void }) {
  return (
    <ReadOnlySidePanel
      title="Switch port"
      subtitle={<PanelSubject icon={Network} name={`${port.portName} of ${port.switchSlot}`} />}
      animate
      onClose={onClose}
    >
      <PropertiesTable>
        <Property label="Link">
          <LinkState port={port} />
        </Property>
        <Property label="Switch">{port.switchSlot}</Property>
        <Property label="Rack">
          <Id id={port.rackId} />
        </Property>
        <Property label="ID">
          <Id id={port.id} />
        </Property>
      </PropertiesTable>
      <Neighbors port={port} />
      {port.portSettingsId === null ? (
        <p className="mt-5 text-sm">No settings are applied.</p>
      ) : (
        <Settings id={port.portSettingsId} />
      )}
    </ReadOnlySidePanel>
  )
}

function Neighbors({ port: { rackId, switchSlot, portName } }: { port: Port }) {
  const { data, error, refetch } = useQuery({
    ...apiQuery(networkingSwitchPortLldpNeighbors, { path: { rackId, switchSlot, port: portName } }),
    throwOnError: false,
  })
  return (
    <section aria-label="Neighbors" className="mt-5 text-sm">
      <h4 className="mb-1 text-text-muted">Neighbors by LLDP</h4>
      {data ? (
        <MiniTable
          label="Neighbors"
          columns={[
            { header: 'Name', render: ({ systemName, chassisId }) => systemName ?? chassisId },
            { header: 'Link', render: ({ linkName }) => linkName },
            { header: 'Last heard', render: ({ lastSeen }) => <DateTime date={lastSeen} /> },
          ]}
          rows={data.items}
          rowKey={({ chassisId, linkName }) => `${chassisId} ${linkName}`}
          empty="The port hears no neighbors."
        />
      ) : error ? (
        <Failed what="Neighbors" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-9 w-full" />
      )}
    </section>
  )
}

function Settings({ id }: { id: string }) {
  const read = useQuery({
    ...apiQuery(networkingSwitchPortSettingsView, { path: { port: id } }),
    throwOnError: false,
  })
  if (!read.data)
    return (
      <div className="mt-5">
        <IfMissed what="The settings" of={read} />
        {read.error === null && <Skeleton className="h-24 w-full" />}
      </div>
    )
  const { name, description } = read.data
  return (
    <section aria-label="Applied settings" className="mt-5 text-sm">
      <h4 className="mb-1 text-text-muted">Applied settings</h4>
      <p className="font-medium wrap-anywhere">{name}</p>
      {description && <p className="text-text-muted wrap-anywhere">{description}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll by keyboard too */}
      <pre
        tabIndex={0}
        aria-label="Contents of the settings"
        className="mt-2 max-h-96 overflow-auto rounded border border-border bg-surface-sunken p-3 font-mono text-xs"
      >
        {JSON.stringify(toWire(read.data), null, 2)}
      </pre>
    </section>
  )
}
