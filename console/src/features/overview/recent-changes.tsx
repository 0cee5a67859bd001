import type { CallOutput } from '@granary/contract/call.ts'
import { nameOfKind } from '@granary/domain/kinds.ts'
import { Link } from '@tanstack/react-router'
import { linkTo } from '../../app/paths.ts'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { ChangeIcon, pageOf, type Recent } from './changed-kinds.tsx'
import { StateOf } from './state-of.tsx'

type RecentChangesProps = { project: string; recent: CallOutput<'projectOverview'>['recent'] | undefined }

/** The resources of a project that changed last. */
export function RecentChanges({ project, recent }: RecentChangesProps) {
  return (
    <Card title="Recent changes">
      {recent?.length === 0 ? (
        <p className="text-sm text-text-muted">Nothing has changed lately.</p>
      ) : (
        <ol className="-my-2 divided" aria-label="Recent changes">
          {recent?.map((change) => (
            <ChangeLine key={change.resourceId} project={project} change={change} />
          )) ?? [1, 2, 3].map((line) => <Skeleton key={line} className="my-2 h-9 w-full" />)}
        </ol>
      )}
    </Card>
  )
}

function ChangeLine({ project, change }: { project: string; change: Recent }) {
  const { kind, action, actor } = change
  const name = change.name ?? 'Project access'
  const href = action === 'deleted' ? null : pageOf(change, project)
  return (
    <li className="flex items-start gap-3 py-2.5">
      <span className="mt-0.5 text-text-muted [&>svg]:size-4">
        <ChangeIcon kind={kind} />
      </span>
      <div className="min-w-0 grow">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm">
          {href ? (
            <Link {...linkTo(href)} className="min-w-0 truncate rounded font-medium hover:underline">
              {name}
            </Link>
          ) : (
            <span className="min-w-0 truncate font-medium text-text-muted">{name}</span>
          )}
          <StateOf change={change} />
        </div>
        <p className="text-xs text-text-muted first-letter:uppercase">
          {change.name === null ? 'roles changed' : `${nameOfKind(kind)} ${action}`}
          {actor && ` by ${actor}`}
        </p>
      </div>
      <span className="leading-5">
        <TimeAgo date={change.time} label="Changed" />
      </span>
    </li>
  )
}
