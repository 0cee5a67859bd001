import type { ItemOf } from '@granary/contract/call.ts'
import { ProtectedBadge } from '../../app/kit/forms/deletion-protection.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { LoadLine } from '../../kinds/metrics/use-loads.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import { InstanceStateBadge } from '../../ui/state-badge.tsx'
import { type Column, columnsOf } from '../../ui/table/columns.ts'
import { instanceEntries, useInstanceActions } from './actions.tsx'
import { ExternalIps } from './external-ips.tsx'
import { NoteMark } from './note-mark.tsx'
import { StartProblemMark } from './start-problem.tsx'
import type { Instance } from './use-instance.ts'

type Item = ItemOf<'instanceList'>

type Options<Row extends Item> = {
  /** Returns the name of the project of a row. */
  projectOf: (row: Row) => string
  onResize: (instance: Row) => void
  /** Returns why the user can't change a row, or null, where that differs between the rows. */
  refusal?: (row: Row) => string | null
  /** Columns after the state, which stays in sight on a phone. */
  more?: readonly Column<Row>[]
}

/** Returns the columns of a list of instances. */
export function instanceColumns<Row extends Item>({
  projectOf,
  onResize,
  refusal,
  more = [],
}: Options<Row>): Column<Row>[] {
  const column = columnsOf<Row>()
  return [
    column.accessor('name', {
      header: 'name',
      cell: ({ row: { original: instance } }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 py-1">
          <NameLink
            to="/projects/$project/instances/$instance/storage"
            params={{ project: projectOf(instance), instance: instance.name }}
          >
            {instance.name}
          </NameLink>
          <ProtectedBadge of={instance} />
        </span>
      ),
    }),
    column.accessor('runState', {
      header: 'state',
      cell: ({ row: { original: instance } }) => (
        <span className="flex items-center gap-2">
          <InstanceStateBadge state={instance.runState} since={instance.timeRunStateUpdated} />
          <StartProblemMark instance={instance} />
          <NoteMark instance={instance} />
          <TimeAgo date={instance.timeRunStateUpdated} label="Run state updated" />
        </span>
      ),
    }),
    ...more,
    column.accessor('ncpus', {
      header: 'CPU',
      meta: { align: 'end', sort: 'vcpus' },
      cell: ({ row: { original: instance }, getValue }) => (
        <>
          <LoadLine id={instance.id} ncpus={getValue()} /> {getValue()}{' '}
          <span className="unit text-text-muted" data-long>
            {getValue() === 1 ? 'vCPU' : 'vCPUs'}
          </span>
        </>
      ),
    }),
    column.accessor('memory', {
      header: 'Memory',
      meta: { align: 'end', givesWay: 'second', sort: 'memory' },
      cell: ({ getValue }) => <ByteSize bytes={getValue()} />,
    }),
    column.accessor('externalIps', {
      header: 'External IPs',
      cell: ({ row: { original: instance }, getValue }) => (
        <ExternalIps instance={instance.id} known={getValue()} />
      ),
    }),
    column.accessor('timeCreated', {
      header: 'created',
      meta: { givesWay: 'second' },
      cell: ({ getValue }) => <DateTime date={getValue()} />,
    }),
    column.actions((instance) => {
      const actions = (
        <RowActions instance={instance} project={projectOf(instance)} onResize={() => onResize(instance)} />
      )
      return refusal ? <ReadOnly value={refusal(instance)}>{actions}</ReadOnly> : actions
    }),
  ]
}

type RowActionsProps = { instance: Instance; project: string; onResize: () => void }

function RowActions({ instance, project, onResize }: RowActionsProps) {
  const actions = useInstanceActions()
  return <ActionsMenu id={instance.id} entries={instanceEntries(instance, project, actions, onResize)} />
}
