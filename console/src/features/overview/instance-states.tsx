import type { CallOutput } from '@granary/contract/call.ts'
import type { InstanceState } from '@granary/domain/instance-states.ts'
import { Link } from '@tanstack/react-router'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ShareBar } from '../../ui/page/share-bar.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { INSTANCE_COLORS, InstanceStateBadge } from '../../ui/state-badge.tsx'
import { countText } from '../../ui/table/pagination.tsx'

/** Trouble first, then the states that change, then those that last. */
const ORDER: readonly InstanceState[] = [
  'failed',
  'repairing',
  'creating',
  'starting',
  'rebooting',
  'migrating',
  'stopping',
  'running',
  'stopped',
  'destroyed',
]

type InstanceStatesProps = { project: string; counts: CallOutput<'projectCounts'> | undefined }

/** The instances of a project by state, as one bar; each state leads to its instances. */
export function InstanceStates({ project, counts }: InstanceStatesProps) {
  const to = { to: '/projects/$project/instances', params: { project } } as const
  const parts = ORDER.flatMap((state) => counts?.instanceStates.find((one) => one.state === state) ?? [])
  if (counts && parts.length === 0)
    return (
      <section className="rounded-md border border-border bg-surface-raised">
        <EmptyState
          drawing="instance"
          title="No instances"
          purpose="An instance is a virtual machine with its own disks and addresses."
          body="Create an instance to see it here"
          action={
            <CreateLink to="/projects/$project/instances-new" params={{ project }}>
              Create the first instance
            </CreateLink>
          }
        />
      </section>
    )
  return (
    <section
      aria-labelledby="instance-states"
      className="rounded-md border border-border bg-surface-raised px-4 py-3"
    >
      <div className="flex min-h-9 items-baseline gap-2">
        {counts ? (
          <span className="text-2xl font-semibold tabular-nums">{countText(counts.instances)}</span>
        ) : (
          <Skeleton className="h-7 w-14" />
        )}
        <h2 id="instance-states" className="grow text-sm text-text-muted">
          {counts?.instances.count === 1 ? 'instance' : 'instances'}
        </h2>
        {parts.length > 0 && (
          <Link {...to} className="rounded text-sm text-accent hover:underline">
            View all<span className="sr-only"> instances</span>
          </Link>
        )}
      </div>
      <div className="mt-2">
        <ShareBar
          parts={parts.map(({ state, total }) => ({
            key: state,
            amount: total.count,
            color: INSTANCE_COLORS[state],
          }))}
        />
      </div>
      <ul className="mt-2 -ml-2 flex min-h-7 flex-wrap gap-x-2 text-sm" aria-label="Instances by state">
        {parts.map(({ state, total }) => (
          <li key={state}>
            <Link
              {...to}
              search={{ state: [state] }}
              className="flex h-7 items-center gap-2 rounded px-2 hover:bg-surface-hover [&>span:first-child]:ml-0"
            >
              <InstanceStateBadge state={state} />
              <span className="font-medium tabular-nums">{countText(total)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
