import { resourceHistory } from '@granary/contract/generated/client.ts'
import { type Kind, nameOfKind } from '@granary/domain/kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'
import { IfMissed } from '../../app/kit/failed.tsx'
import { linkTo, pathTo } from '../../app/paths.ts'
import { pathOfResource } from '../../app/resource-path.ts'
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
  const path = newest && !isDeleted ? pathOf({ ...resource, name }, user.siloId) : undefined
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

/** Returns the page of a resource; undefined if it has none, and for projects of other silos. */
function pathOf({ kind, id, name, siloId, projectName }: Resource, ownSilo: string): string | undefined {
  switch (kind) {
    case 'silo':
      return name === null ? undefined : pathTo('/system/silos/$silo', { silo: name })
    case 'silo-user':
      return siloId === null
        ? undefined
        : pathTo('/system/silos/$silo/users/$userId', { silo: siloId, userId: id })
    case 'ip-pool':
      return name === null ? undefined : pathTo('/system/networking/ip-pools/$pool', { pool: name })
    case 'subnet-pool':
      return name === null ? undefined : pathTo('/system/networking/subnet-pools/$pool', { pool: name })
    case 'sled':
      return pathTo('/system/inventory/sleds/$sledId', { sledId: id })
    default: {
      if (siloId !== ownSilo || name === null) return undefined
      // A renamed project has its new name in the history.
      const project = kind === 'project' ? name : projectName
      const known = kind.replace(/^(project|silo)-image$/, 'image') as Parameters<
        typeof pathOfResource
      >[0]['kind']
      return pathOfResource({ kind: known, name, projectName: project })
    }
  }
}
