import { rackList, sledListUninitialized } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery, apiQuery } from '../../api/queries.ts'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { Failed, IfMissed } from '../../app/kit/pages/failed.tsx'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Button } from '../../ui/button.tsx'
import { MiddleTruncatedText } from '../../ui/format/middle-truncated-text.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type SpareSled, useMembersRefusal, useMembership, wayOf } from './membership.ts'
import { WayBadge } from './membership-badges.tsx'
import { MembershipChange } from './membership-change.tsx'
import { useAddSleds } from './use-add-sleds.tsx'

const column = columnsOf<SpareSled>()
const columns = [
  column.accessor('cubby', { header: 'Cubby' }),
  column.accessor('baseboard', { header: 'part number', cell: ({ getValue }) => getValue().part }),
  column.accessor('baseboard', {
    id: 'serial',
    header: 'serial number',
    cell: ({ getValue }) => getValue().serial,
  }),
  column.accessor('rackId', {
    header: 'Rack',
    cell: ({ getValue }) => (
      <NameLink to="/system/inventory/racks/$rackId" params={{ rackId: getValue() }}>
        <MiddleTruncatedText text={getValue()} maxWidth="10rem" className="font-mono text-xs" />
      </NameLink>
    ),
  }),
  column.display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => <SledWay sled={original} />,
  }),
  column.actions((sled) => <SledActions sled={sled} />),
]

/** Lists sleds that are in a rack, but run no instances yet, and adds them to it. */
export function UninitializedSleds() {
  const { data, error, refetch } = useQuery(apiQuery(sledListUninitialized, {}))
  const racks = useQuery({ ...allQuery(rackList, {}), throwOnError: false })
  const byRack = [...Map.groupBy(data?.items ?? [], ({ rackId }) => rackId)]
  return (
    <Card
      title="Uninitialized sleds"
      description="Sleds in the rack that run no instances yet."
      actions={byRack.map(([rackId, sleds]) => (
        <AddAll key={rackId} rackId={rackId} sleds={sleds} isOnly={byRack.length === 1} />
      ))}
    >
      <IfMissed what="The racks" of={racks} />
      {racks.data?.map(({ id }) => (
        <RackChange key={id} rackId={id} />
      ))}
      <DataTable
        label="Uninitialized sleds"
        columns={columns}
        rows={data?.items}
        rowId={({ baseboard }) => baseboard.serial}
        empty={<EmptyState title="No uninitialized sleds" body="All sleds of the rack are in use." />}
        error={error && !data && <Failed what="Sleds" error={error} onRetry={() => void refetch()} />}
      />
    </Card>
  )
}

function RackChange({ rackId }: { rackId: string }) {
  const read = useMembership(rackId)
  return (
    <>
      <IfMissed what="The members of the rack" of={read} />
      {read.data?.state === 'in_progress' && (
        <div className="mb-4">
          <MembershipChange membership={read.data} />
        </div>
      )}
    </>
  )
}

function SledWay({ sled }: { sled: SpareSled }) {
  const { data, error } = useMembership(sled.rackId)
  return data ? <WayBadge way={wayOf(data, sled)} /> : <Unread error={error} />
}

/** Returns why no sled can be added to a rack now, or null. */
function useAddRefusal(rackId: string): string | null {
  const refusal = useMembersRefusal()
  const { data } = useMembership(rackId)
  if (refusal) return refusal
  return data?.state === 'in_progress'
    ? 'Other sleds are being added to the rack. Wait for them, or abort.'
    : null
}

function SledActions({ sled }: { sled: SpareSled }) {
  const add = useAddSleds()
  const refusal = useAddRefusal(sled.rackId)
  const { data } = useMembership(sled.rackId)
  const way = data ? wayOf(data, sled) : 'outside'
  const reason = way === 'outside' ? refusal : 'The sled is being added already'
  return (
    <ActionsMenu
      entries={[{ label: 'Add to rack', onAction: () => add(sled.rackId, [sled]), disabledReason: reason }]}
    />
  )
}

type AddAllProps = { rackId: string; sleds: readonly SpareSled[]; isOnly: boolean }

/** Adds all sleds of a rack in one change, because only one is in progress at a time. */
function AddAll({ rackId, sleds, isOnly }: AddAllProps) {
  const add = useAddSleds()
  const refusal = useAddRefusal(rackId)
  const { data } = useMembership(rackId)
  const outside = data ? sleds.filter((sled) => wayOf(data, sled) === 'outside') : []
  if (outside.length < 2) return null
  return (
    <Button
      variant="secondary"
      size="sm"
      disabledReason={refusal}
      onPress={() => add(rackId, outside.slice(0, MAX_AT_ONCE))}
    >
      {isOnly ? 'Add all to rack' : `Add all to rack ${rackId.slice(0, 8)}`}
    </Button>
  )
}

/** Sleds that one request may add. */
const MAX_AT_ONCE = 64
