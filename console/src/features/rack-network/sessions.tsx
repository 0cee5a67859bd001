import type { CallOutput } from '@granary/contract/call.ts'
import { networkingBfdStatus, networkingBgpStatus, switchList } from '@granary/contract/generated/client.ts'
import { duration } from '@granary/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery, apiQuery } from '../../api/queries.ts'
import { Failed, IfMissed } from '../../app/kit/pages/failed.tsx'
import { StateBadge } from '../../ui/badge.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'

/** Interval between two reads, because a session changes without a change of the control plane; milliseconds. */
const INTERVAL_MS = 15_000

/** The sessions of the switches with their routers. A system without switches has none. */
export function Sessions() {
  const switches = useQuery({ ...allQuery(switchList, {}), throwOnError: false })
  if (!switches.data) return <IfMissed what="The switches" of={switches} />
  if (switches.data.length === 0)
    return (
      <Card
        title="Sessions with routers"
        description="This system has no switches, so it speaks neither BGP nor BFD."
      />
    )
  return (
    <>
      <BgpSessions />
      <BfdSessions />
    </>
  )
}

const Address = ({ text }: { text: string | null | undefined }) =>
  text ? <span className="font-mono text-xs">{text}</span> : <Missing />

type Peer = CallOutput<'networkingBgpStatus'>[number]

const peer = columnsOf<Peer>()
const peerColumns = [
  peer.accessor('addr', { header: 'Peer', cell: ({ getValue }) => <Address text={getValue()} /> }),
  peer.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => (
      <StateBadge color={getValue() === 'established' ? 'positive' : 'danger'}>
        {getValue().replaceAll('_', ' ')}
      </StateBadge>
    ),
  }),
  peer.accessor('stateDurationMillis', { header: 'For', cell: ({ getValue }) => duration(getValue()) }),
  peer.accessor('localAsn', { header: 'Own AS', meta: { align: 'end' } }),
  peer.accessor('remoteAsn', { header: 'AS of the peer', meta: { align: 'end' } }),
  peer.accessor('switch', { header: 'Switch' }),
]

function BgpSessions() {
  const { data, error, refetch } = useQuery({
    ...apiQuery(networkingBgpStatus, {}),
    refetchInterval: INTERVAL_MS,
    throwOnError: false,
  })
  return (
    <Card title="BGP sessions" description="Routers with which the switches exchange routes.">
      <DataTable
        label="BGP sessions"
        columns={peerColumns}
        rows={data}
        rowId={(each) => `${each.switch} ${each.peerId}`}
        empty={
          <EmptyState
            title="No BGP sessions"
            body="Peers are part of the settings of switch ports, which are applied on the command line."
          />
        }
        error={error && !data && <Failed what="BGP sessions" error={error} onRetry={() => void refetch()} />}
      />
    </Card>
  )
}

type Session = CallOutput<'networkingBfdStatus'>[number]

const session = columnsOf<Session>()
const sessionColumns = [
  session.accessor('peer', { header: 'Peer', cell: ({ getValue }) => <Address text={getValue()} /> }),
  session.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => {
      const state = getValue()
      const color = state === 'up' ? 'positive' : state === 'admin_down' ? 'neutral' : 'danger'
      return <StateBadge color={color}>{state.replaceAll('_', ' ')}</StateBadge>
    },
  }),
  session.accessor('local', { header: 'Own address', cell: ({ getValue }) => <Address text={getValue()} /> }),
  session.accessor('mode', {
    header: 'Hops',
    cell: ({ getValue }) => (getValue() === 'single_hop' ? 'Single' : 'Several'),
  }),
  session.accessor('switchSlot', { header: 'Switch' }),
]

function BfdSessions() {
  const { data, error, refetch } = useQuery({
    ...apiQuery(networkingBfdStatus, {}),
    refetchInterval: INTERVAL_MS,
    throwOnError: false,
  })
  return (
    <Card
      title="BFD sessions"
      description="Routers that the switches watch, to notice at once that one is gone."
    >
      <DataTable
        label="BFD sessions"
        columns={sessionColumns}
        rows={data}
        rowId={(each) => `${each.switchSlot} ${each.peer}`}
        empty={<EmptyState title="No BFD sessions" body="Enable them on the command line." />}
        error={error && !data && <Failed what="BFD sessions" error={error} onRetry={() => void refetch()} />}
      />
    </Card>
  )
}
