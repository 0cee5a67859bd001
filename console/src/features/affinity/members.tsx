import { useExtensions } from '../../api/extensions.ts'
import type { ItemOf } from '@granary/contract/call.ts'
import { instanceList } from '@granary/contract/generated/client.ts'
import { addMemberReason } from '@granary/domain/affinity.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import MonitorIcon from 'lucide-react/icons/monitor'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { allQuery } from '../../api/queries.ts'
import { BulkBar } from '../../app/bulk/bulk-bar.tsx'
import type { Bulk } from '../../app/bulk/bulk.ts'
import { Failed, NotKnown } from '../../app/kit/pages/failed.tsx'
import { useSelection } from '../../app/kit/lists/use-selection.ts'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useReadOnly } from '../../ui/read-only.ts'
import { InstanceStateBadge } from '../../ui/state-badge.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Group, GroupKind } from '../../kinds/affinity-group/kinds.ts'
import { useMembers } from './use-group.ts'

const AddMemberDialog = lazyPart(() => import('./add-member-dialog.tsx'))

type Member = ItemOf<'antiAffinityGroupMemberList'>['value']

const column = columnsOf<Member>()
const columnsWith = (project: string, onRemove: (member: Member) => void) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink
        to="/projects/$project/instances/$instance/settings"
        params={{ project, instance: getValue() }}
      >
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('runState', {
    header: 'state',
    cell: ({ getValue }) => <InstanceStateBadge state={getValue()} />,
  }),
  column.accessor('id', { header: 'ID', cell: ({ getValue }) => <Id id={getValue()} /> }),
  column.actions((member) => (
    <ActionsMenu
      id={member.id}
      entries={[{ label: 'Remove from group', danger: true, onAction: () => onRemove(member) }]}
    />
  )),
]

/** Bulk actions on the members of a group. */
const bulkOf = ({ name }: GroupKind, group: string): Bulk<Member> => ({
  thing: ['instance', 'instances'],
  nameOf: (member) => member.name,
  actions: [
    {
      label: 'Remove',
      operation: name === 'affinity' ? 'affinity_group_member_delete' : 'anti_affinity_group_member_delete',
      target: group,
      danger: true,
      note: 'They leave the group and keep running where they are.',
      reason: () => null,
    },
  ],
})
const idOf = ({ id }: Member): string => id

/** Returns a function that removes a member from the group, after a question. */
function useRemove(kind: GroupKind, group: Group) {
  const queryClient = useQueryClient()
  return (member: Member) =>
    void confirm({
      title: `Remove instance from ${kind.noun}`,
      variant: 'danger',
      errorTitle: `Error removing ${member.name}`,
      gone: (
        <>
          <Highlight>{member.name}</Highlight> was no longer in the group
        </>
      ),
      body: (
        <>
          Remove <Highlight>{member.name}</Highlight> from <Highlight>{group.name}</Highlight>? It keeps
          running where it is.
        </>
      ),
      action: async () => {
        await kind.removeMember(queryClient, group.id, member.id)
        addToast({
          content: (
            <>
              Member <Highlight>{member.name}</Highlight> removed from {kind.noun}{' '}
              <Highlight>{group.name}</Highlight>
            </>
          ),
        })
      },
    })
}

const NO_MEMBERS = (
  <EmptyState
    icon={<MonitorIcon />}
    title="No group members"
    body="Add an instance to the group to see it here"
  />
)

/** Lists the members of a group. Instances join while they are stopped, and leave at any time. */
export function Members({ kind, group, project }: { kind: GroupKind; group: Group; project: string }) {
  const members = useMembers(kind, group.id)
  const all = useQuery({ ...allQuery(instanceList, { query: { project } }), throwOnError: false })
  const instances = all.data
  const [adding, setAdding] = useState(false)
  const rows = members.data?.items.map(({ value }) => value)
  const selection = useSelection({ rows, rowId: idOf, key: group.id, isFirst: true, hasNext: false })
  const extensions = useExtensions()
  const canSelect = useReadOnly() === null && extensions !== null
  const bulk = useMemo(() => bulkOf(kind, group.id), [kind, group.id])
  const reason =
    rows && instances
      ? addMemberReason({ members: rows.length, instances: instances.length })
      : (members.error ?? all.error)
        ? 'The instances could not be loaded'
        : 'Loading instances'
  const remove = useRemove(kind, group)
  return (
    <>
      <Card
        title="Members"
        description={kind.members}
        actions={
          <>
            {all.error && !instances && (
              <NotKnown what="Instances" error={all.error} onRetry={() => void all.refetch()} />
            )}
            <Button size="sm" changes onPress={() => setAdding(true)} disabledReason={reason}>
              Add instance
            </Button>
          </>
        }
      >
        {canSelect && (
          <BulkBar
            extensions={extensions}
            bulk={bulk}
            rows={selection.rows}
            rowId={idOf}
            onClear={selection.clear}
          />
        )}
        <DataTable
          label="Members"
          columns={columnsWith(project, remove)}
          rows={rows}
          rowId={idOf}
          rowLabel={bulk.nameOf}
          selection={
            canSelect
              ? {
                  mode: 'multiple',
                  selected: new Set(selection.rows.map(idOf)),
                  onChange: selection.change,
                }
              : undefined
          }
          error={
            members.error && !rows ? (
              <Failed what="Members" error={members.error} onRetry={() => void members.refetch()} />
            ) : undefined
          }
          empty={NO_MEMBERS}
        />
      </Card>
      {adding && (
        <Suspense fallback={null}>
          <AddMemberDialog
            kind={kind}
            group={group}
            instances={(instances ?? []).filter((one) => !rows?.some(({ id }) => id === one.id))}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  )
}
