import type { ItemOf } from '@granary/contract/call.ts'
import { errorMessage } from '../../api/errors.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { isPlainClick, useNavigation } from '../../ui/navigation.tsx'
import { pathOfResource } from '../resource-path.ts'

export type JobItem = ItemOf<'bulkJobItemList'>

/** Order of the results, the most important first. */
const rank = ({ state, again }: JobItem): number =>
  state === 'failed' ? (again === 'gone' ? 1 : 0) : state === 'waiting' ? 2 : 3

/** The result of each resource of a job, the failed ones first. */
export function JobResults({
  items,
  nameOf,
  onFollow,
}: {
  items: readonly JobItem[] | undefined
  nameOf: (item: JobItem) => string
  /** Called when the user follows a link to a resource. */
  onFollow: () => void
}) {
  const sorted = items?.toSorted(
    (a, b) => rank(a) - rank(b) || nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true }),
  )
  return (
    <table className="data-table" aria-label="Results">
      <thead>
        <tr>
          <th scope="col">name</th>
          <th scope="col">result</th>
        </tr>
      </thead>
      <tbody>
        {sorted?.map((item) => (
          <tr key={item.id}>
            <td>
              <ResourceLink item={item} name={nameOf(item)} onFollow={onFollow} />
            </td>
            <td>
              <Result item={item} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The name of a resource, as a link to it while it is there. */
function ResourceLink({ item, name, onFollow }: { item: JobItem; name: string; onFollow: () => void }) {
  const { navigate } = useNavigation()
  const href = item.resource ? pathOfResource(item.resource) : undefined
  if (href === undefined) return name
  return (
    <a
      href={href}
      className="font-medium text-accent hover:underline"
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onFollow()
        navigate(href)
      }}
    >
      {name}
    </a>
  )
}

function Result({ item: { state, errorCode, message, again } }: { item: JobItem }) {
  if (state === 'waiting')
    return (
      <StateBadge color="info" transitional>
        waiting
      </StateBadge>
    )
  if (state === 'succeeded') return <StateBadge color="positive">done</StateBadge>
  const gone = again === 'gone'
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-normal">
      <StateBadge color={gone ? 'neutral' : 'danger'}>{gone ? 'gone' : 'failed'}</StateBadge>
      {gone
        ? 'It is not there any more'
        : errorMessage('', { errorCode: errorCode ?? '', message: message ?? '' })}
    </span>
  )
}
