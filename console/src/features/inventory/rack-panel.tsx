import { rackView } from '@granary/contract/generated/client.ts'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import Server from 'lucide-react/icons/server'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { wasPushed } from '../../app/kit/pages/history.ts'
import { MiniTable } from '../../ui/fields/mini-table.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Id } from '../../ui/format/id.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { type Membership, useMembership } from './membership.ts'
import { MembershipBadge } from './membership-badges.tsx'
import { MembershipChange } from './membership-change.tsx'

const route = getRouteApi('/authenticated/system/inventory/inventory-frame/racks/$rackId')

/** The panel of a rack: its members, and the change that is in progress. */
export function RackPanel() {
  const { rackId } = route.useParams()
  const rack = useView(apiQuery(rackView, { path: { rackId } }))
  const { data: membership, error, refetch } = useMembership(rackId)
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  return (
    <ReadOnlySidePanel
      title="Rack"
      subtitle={<PanelSubject icon={Server} name={rackId} />}
      animate={animate}
      onClose={() => void navigate({ to: '/system/inventory/racks' })}
    >
      {membership && <MembershipChange membership={membership} />}
      <PropertiesTable className="mt-5 first:mt-0">
        <Property label="ID">
          <Id id={rack.id} />
        </Property>
        <Property label="First seen">
          <DateTime date={rack.timeCreated} />
        </Property>
        {membership && <OfVersion membership={membership} />}
      </PropertiesTable>
      {membership ? (
        <Members membership={membership} />
      ) : error ? (
        <div className="mt-5">
          <Failed what="Members" error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Skeleton className="mt-5 h-24 w-full" />
      )}
      <p className="mt-5 text-sm text-text-muted">
        To add sleds, see{' '}
        <Link to="/system/inventory/not-in-use" className="text-accent hover:underline">
          what is not in use
        </Link>
        .
      </p>
    </ReadOnlySidePanel>
  )
}

const OfVersion = ({ membership }: { membership: Membership }) => (
  <>
    <Property label="Membership" tip="The newest version of the sleds that belong to the rack">
      <MembershipBadge membership={membership} />
    </Property>
    <Property label="Version">{membership.version}</Property>
    <Property label="Begun">
      <DateTime date={membership.timeCreated} />
    </Property>
    {membership.timeCommitted && (
      <Property label="Committed">
        <DateTime date={membership.timeCommitted} />
      </Property>
    )}
    {membership.timeAborted && (
      <Property label="Aborted">
        <DateTime date={membership.timeAborted} />
      </Property>
    )}
  </>
)

function Members({ membership: { state, members, unacknowledgedMembers } }: { membership: Membership }) {
  const waiting = new Set(unacknowledgedMembers.map(({ serialNumber }) => serialNumber))
  const isReady = ({ serialNumber }: (typeof members)[number]) =>
    waiting.has(serialNumber) ? 'Not yet' : 'Yes'
  return (
    <section aria-label="Members" className="mt-5 text-sm">
      <h4 className="mb-1 text-text-muted">
        {state === 'aborted' ? 'Members that the aborted version would have had' : 'Members'}
      </h4>
      <MiniTable
        label="Members"
        columns={[
          { header: 'serial number', render: ({ serialNumber }) => serialNumber },
          { header: 'part number', render: ({ partNumber }) => partNumber },
          ...(state === 'in_progress' ? [{ header: 'Ready', render: isReady }] : []),
        ]}
        rows={members}
        rowKey={({ partNumber, serialNumber }) => `${partNumber} ${serialNumber}`}
        empty="No members"
      />
    </section>
  )
}
