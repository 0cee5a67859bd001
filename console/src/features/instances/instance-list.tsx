import { useExtensions } from '../../api/extensions.ts'
import { ignorable, type ItemOf } from '@granary/contract/call.ts'
import { instanceList } from '@granary/contract/generated/client.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import MonitorIcon from 'lucide-react/icons/monitor'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { CreateLink } from '../../app/kit/create-link.tsx'
import { ListPage } from '../../app/kit/list-page.tsx'
import { ProtectedBadge } from '../../app/kit/deletion-protection.tsx'
import { StateFilter } from '../../app/kit/state-filter.tsx'
import { NameLink } from '../../app/kit/name-link.tsx'
import { changeList, usePage } from '../../app/kit/use-page.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { useProjectCounts } from '../../app/use-project-counts.ts'
import { useProject } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { InstanceStateBadge } from '../../ui/state-badge.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { BULK } from './bulk.ts'
import { instanceEntries, useInstanceActions } from './actions.tsx'
import { ExternalIps } from './external-ips.tsx'
import { StartProblemMark } from './start-problem.tsx'
import { INSTANCE_DOCS } from './docs.ts'
import type { Instance } from './use-instance.ts'

const route = getRouteApi('/authenticated/projects/$project/instances')

const InstancePreview = lazyPart(() => import('./instance-preview.tsx'))
const ResizeDialog = lazyPart(() => import('./resize-dialog.tsx'))

type Item = ItemOf<'instanceList'>

const column = columnsOf<Item>()
const columnsIn = (project: string, onResize: (instance: Instance) => void) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: instance } }) => (
      <span className="flex min-w-0 items-center gap-2">
        <NameLink
          to="/projects/$project/instances/$instance/storage"
          params={{ project, instance: instance.name }}
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
        <InstanceStateBadge state={instance.runState} />
        <StartProblemMark instance={instance} />
        <TimeAgo date={instance.timeRunStateUpdated} label="Run state updated" />
      </span>
    ),
  }),
  column.accessor('ncpus', {
    header: 'CPU',
    meta: { align: 'end' },
    cell: ({ getValue }) => (
      <>
        {getValue()}{' '}
        <span className="unit text-text-muted" data-long>
          {getValue() === 1 ? 'vCPU' : 'vCPUs'}
        </span>
      </>
    ),
  }),
  column.accessor('memory', {
    header: 'Memory',
    meta: { align: 'end' },
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
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((instance) => (
    <RowActions instance={instance} project={project} onResize={() => onResize(instance)} />
  )),
]

function RowActions({
  instance,
  project,
  onResize,
}: {
  instance: Instance
  project: string
  onResize: () => void
}) {
  const actions = useInstanceActions()
  return <ActionsMenu id={instance.id} entries={instanceEntries(instance, project, actions, onResize)} />
}

/** Lists the instances of a project. */
export function InstanceList() {
  const project = useProject()
  const extensions = useExtensions()
  const { name, state } = route.useSearch()
  const navigate = useNavigate()
  const counts = useProjectCounts(project)
  const [resizing, setResizing] = useState<Instance | null>(null)
  const page = usePage(
    instanceList,
    { query: { project, nameContains: ignorable(name), runState: ignorable(state) } },
    true,
  )
  const columns = useMemo(() => columnsIn(project, setResizing), [project])
  const search = (next: { name?: string | undefined; state?: typeof state }) =>
    changeList(
      navigate,
      { name: next.name || undefined, state: next.state?.length ? next.state : undefined },
      { replace: true },
    )

  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'New instance', href: pathTo('/projects/$project/instances-new', { project }) }],
      [project],
    ),
  )
  useGoTo(
    'Go to instance',
    instanceList,
    { project },
    page.rows,
    useCallback(
      (instance) => pathTo('/projects/$project/instances/$instance/storage', { project, instance }),
      [project],
    ),
  )
  const create = (
    <CreateLink to="/projects/$project/instances-new" params={{ project }}>
      New Instance
    </CreateLink>
  )
  return (
    <>
      <ListPage
        title="Instances"
        icon={<MonitorIcon />}
        actions={<DocsPopover {...INSTANCE_DOCS} />}
        create={create}
        columns={columns}
        page={page}
        rowId={(instance) => instance.id}
        bulk={BULK}
        preview={InstancePreview}
        filter={
          extensions
            ? {
                value: name ?? '',
                onChange: (value) => search({ name: value, state }),
                isActive: Boolean(state),
                onClear: () => search({}),
              }
            : undefined
        }
        filters={
          extensions && (
            <StateFilter
              states={instanceStates}
              chosen={state}
              totals={counts?.instanceStates}
              onChange={(next) => search({ name, state: next })}
            />
          )
        }
        empty={
          <EmptyState
            drawing="instance"
            title="No instances"
            purpose="An instance is a virtual machine with its own disks and addresses."
            body="Create an instance to see it here"
            action={
              <CreateLink to="/projects/$project/instances-new" params={{ project }}>
                New instance
              </CreateLink>
            }
          />
        }
      />
      {resizing && (
        <Suspense fallback={null}>
          <ResizeDialog
            // The current row, not the one from when the dialog opened.
            instance={page.rows?.find(({ id }) => id === resizing.id) ?? resizing}
            linkTo={pathTo('/projects/$project/instances/$instance/storage', {
              project,
              instance: resizing.name,
            })}
            onClose={() => setResizing(null)}
          />
        </Suspense>
      )}
    </>
  )
}
