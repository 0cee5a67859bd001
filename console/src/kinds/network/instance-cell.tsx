import { instanceView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { isFinal } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Id } from '../../ui/format/id.tsx'
import { Missing } from '../../ui/format/missing.tsx'

/** Returns the name of an instance by its ID; undefined while it loads, or if it can't be read. */
export function useInstanceName(id: string | null): { name: string | undefined; error: Error | null } {
  const { data, error } = useQuery({
    ...apiQuery(instanceView, { path: { instance: id ?? '' } }),
    enabled: id !== null,
    throwOnError: false,
  })
  return { name: data?.name, error }
}

/** The instance that an address is attached to, as a link to its networking tab. Shows the ID if the caller may not read it. */
export function InstanceCell({ project, id }: { project: string; id: string | null }) {
  const { name, error } = useInstanceName(id)
  if (id === null) return <Missing />
  if (name === undefined) return isFinal(error) ? <Id id={id} /> : <Unread error={error} />
  return (
    <NameLink to="/projects/$project/instances/$instance/networking" params={{ project, instance: name }}>
      {name}
    </NameLink>
  )
}
