import { joinGroupReason } from '@granary/domain/affinity.ts'
import { instanceActionReason } from '@granary/domain/instance-states.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Split from 'lucide-react/icons/split'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Failed, NotKnown } from '../../app/kit/pages/failed.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { linkTo } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { described } from '../../ui/table/description.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { type Group, type GroupKind, KINDS, type KindName } from './kinds.ts'
import { PolicyBadge, PolicyHeader } from './policy.tsx'

const JoinGroupDialog = lazyPart(() => import('./join-group-dialog.tsx'))

type Instance = { id: string; name: string; runState: Parameters<typeof instanceActionReason>[1] }

const column = columnsOf<Group>()
const columnsWith = (project: string, kind: GroupKind, onLeave: (group: Group) => void) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => <NameLink {...linkTo(kind.href(project, getValue()))}>{getValue()}</NameLink>,
  }),
  column.accessor('description', described),
  column.accessor('policy', {
    header: () => <PolicyHeader kind={kind.name} />,
    cell: ({ getValue }) => <PolicyBadge policy={getValue()} />,
  }),
  column.actions((group) => (
    <ActionsMenu
      id={group.id}
      copyLabel="Copy group ID"
      entries={[{ label: 'Remove instance from group', danger: true, onAction: () => onLeave(group) }]}
    />
  )),
]

const WORDS: Record<KindName, { title: string; about: string; add: string }> = {
  'anti-affinity': {
    title: 'Anti-affinity groups',
    about: 'The instance runs on a different sled than the other members.',
    add: 'Add to group',
  },
  affinity: {
    title: 'Affinity groups',
    about: 'The instance runs on the same sled as the other members.',
    add: 'Add to affinity group',
  },
}

/** Returns a function that takes the instance out of a group, after a question. */
function useLeave(kind: GroupKind, instance: Instance) {
  const queryClient = useQueryClient()
  const { id, name } = instance
  return useCallback(
    (group: Group) =>
      void confirm({
        title: 'Remove instance from group',
        variant: 'danger',
        errorTitle: 'Error removing instance from group',
        gone: (
          <>
            <Highlight>{name}</Highlight> was no longer in the group
          </>
        ),
        body: (
          <>
            Remove <Highlight>{name}</Highlight> from {kind.noun} <Highlight>{group.name}</Highlight>? It
            keeps running where it is.
          </>
        ),
        action: async () => {
          await kind.removeMember(queryClient, group.id, id)
          addToast({
            content: (
              <>
                Instance <Highlight>{name}</Highlight> removed from {kind.noun}{' '}
                <Highlight>{group.name}</Highlight>
              </>
            ),
          })
        },
      }),
    [kind, id, name, queryClient],
  )
}

type InstanceGroupsProps = { kind: KindName; project: string; instance: Instance }

/** Lists the groups of one kind that an instance is in. It joins while it is stopped, and leaves at any time. */
export function InstanceGroups({ kind: name, project, instance }: InstanceGroupsProps) {
  const kind = KINDS[name]
  const { title, about, add } = WORDS[name]
  const joined = useQuery({ ...kind.ofInstance(instance.id), throwOnError: false })
  const offered = useQuery({ ...kind.all(project), throwOnError: false })
  const all = offered.data
  const [adding, setAdding] = useState(false)
  const rows = joined.data?.items
  const reason =
    rows && all
      ? (joinGroupReason({ joined: rows.length, groups: all.length }) ??
        instanceActionReason('affinity', instance.runState))
      : (joined.error ?? offered.error)
        ? 'The groups could not be loaded'
        : 'Loading groups'
  const leave = useLeave(kind, instance)
  const columns = useMemo(() => columnsWith(project, kind, leave), [project, kind, leave])
  return (
    <>
      <Card
        title={title}
        description={about}
        actions={
          <>
            {offered.error && !all && (
              <NotKnown
                what="Groups to choose from"
                error={offered.error}
                onRetry={() => void offered.refetch()}
              />
            )}
            <Button size="sm" changes onPress={() => setAdding(true)} disabledReason={reason}>
              {add}
            </Button>
          </>
        }
      >
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowId={(group) => group.id}
          error={
            joined.error && !rows ? (
              <Failed what={title} error={joined.error} onRetry={() => void joined.refetch()} />
            ) : undefined
          }
          empty={
            <EmptyState
              icon={<Split />}
              title={`No ${kind.noun}s`}
              body={`This instance does not belong to any ${kind.noun}`}
            />
          }
        />
      </Card>
      {adding && (
        <Suspense fallback={null}>
          <JoinGroupDialog
            kind={kind}
            instance={instance}
            groups={(all ?? []).filter((one) => !rows?.some(({ id }) => id === one.id))}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  )
}
