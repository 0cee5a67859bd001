import type { ItemOf } from '@granary/contract/call.ts'
import { instanceList, instanceView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.ts'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'

/** Names come from a list of this size. Other instances are requested by id. */
const limit = 200

/** Shows the instance that a disk is attached, attaching or detaching to; a dash for any other disk. */
export const AttachedTo = ({ state, project }: { state: ItemOf<'diskList'>['state']; project: string }) =>
  'instance' in state ? <InstanceLink id={state.instance} project={project} /> : <Missing />

function InstanceLink({ id, project }: { id: string; project: string }) {
  const list = useQuery({ ...apiQuery(instanceList, { query: { project, limit } }), throwOnError: false })
  const among = list.data?.items.find((one) => one.id === id)
  const single = useQuery({
    ...apiQuery(instanceView, { path: { instance: id } }),
    enabled: !list.isPending && !among,
    throwOnError: false,
  })
  const name = (among ?? single.data)?.name
  if (!name) return <Unread error={single.error} />
  return (
    <Link
      to="/projects/$project/instances/$instance/storage"
      params={{ project, instance: name }}
      className="text-accent hover:underline"
    >
      <TruncatedText text={name} maxWidth="14rem" />
    </Link>
  )
}
