import { resourceHistory } from '@granary/contract/generated/client.ts'
import { type Kind, nameOfKind } from '@granary/domain/kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { operatorPath } from '../../app/operator-path.ts'
import { linkTo } from '../../app/paths.ts'
import { useCurrentUser } from '../../app/session.ts'
import type { AuditEntry } from './audit-entry.ts'

type Resource = NonNullable<AuditEntry['resource']>

/** Names the resource of an entry as it is called now, with a link to its page while it exists. */
export function ResourceLink({ resource }: { resource: Resource }) {
  const user = useCurrentUser()
  const read = useQuery(
    optionalQuery(useExtensions(), resourceHistory, { path: { resourceId: resource.id } }),
  )
  const newest = read.data?.items[0]
  const isDeleted = newest?.action === 'deleted'
  const name = newest?.name ?? resource.name
  const text = `${nameOfKind(resource.kind as Kind)} ${name ?? resource.id.slice(0, 8)}`
  const path = newest && !isDeleted ? operatorPath({ ...resource, name }, user.siloId) : undefined
  if (!read.data)
    return (
      <span className="inline-flex flex-wrap gap-x-3">
        {text} <IfMissed what="Its history" of={read} />
      </span>
    )
  if (path === undefined) return isDeleted ? `${text} (deleted)` : text
  return (
    <Link {...linkTo(path)} className="text-accent hover:underline">
      {text}
    </Link>
  )
}
