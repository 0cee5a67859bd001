import type { CallOutput } from '@granary/contract/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { confirmPower } from '../../app/instance-power.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { problemSentence } from '../../kinds/instance/start-problem.ts'
import { Button } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { InstanceStateBadge } from '../../ui/state-badge.tsx'
import { countText } from '../../ui/table/pagination.tsx'

type Failing = CallOutput<'projectOverview'>['failing'][number]

type NeedsAttentionProps = {
  project: string
  failing: readonly Failing[] | undefined
  counts: CallOutput<'projectCounts'> | undefined
}

/** The instances that failed or could not be started, with the reason, and what helps. */
export function NeedsAttention({ project, failing, counts }: NeedsAttentionProps) {
  const failed = counts?.instanceStates.find(({ state }) => state === 'failed')?.total
  const isCut = failed && failed.count > (failing?.length ?? 0)
  if (failing?.length === 0) return counts?.instances.count === 0 ? null : <AllWell />
  return (
    <Card title="Needs attention">
      <ul className="-my-2 divided">
        {failing?.map((instance) => (
          <FailingLine key={instance.id} project={project} instance={instance} />
        )) ?? <Skeleton className="my-2 h-10 w-full" />}
      </ul>
      {isCut && (
        <Link
          to="/projects/$project/instances"
          params={{ project }}
          search={{ state: ['failed'] }}
          className="mt-4 inline-block rounded text-sm text-accent hover:underline"
        >
          View all {countText(failed)} failed instances
        </Link>
      )}
    </Card>
  )
}

const AllWell = () => (
  <p className="flex items-center gap-2 rounded-md border border-border bg-surface-raised px-4 py-3 text-sm">
    <CircleCheck className="size-4 shrink-0 text-positive" aria-hidden />
    Nothing needs attention
  </p>
)

function FailingLine({ project, instance }: { project: string; instance: Failing }) {
  const queryClient = useQueryClient()
  const { name, runState } = instance
  const reason = instance.startProblem ?? instance.note ?? null
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <NameLink to="/projects/$project/instances/$instance/storage" params={{ project, instance: name }}>
            {name}
          </NameLink>
          <span className="flex items-center gap-2 [&>span]:ml-0">
            <InstanceStateBadge state={runState} since={instance.timeRunStateUpdated} />
            <TimeAgo date={instance.timeRunStateUpdated} label="Run state updated" />
          </span>
        </div>
        <p className="mt-0.5 text-sm wrap-anywhere text-text-muted">
          {reason === null ? 'Its machine failed. Start it to try again.' : problemSentence(reason)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        changes
        aria-label={`Start ${name}`}
        onPress={() => confirmPower(queryClient, 'start', instance)}
      >
        Start
      </Button>
    </li>
  )
}
