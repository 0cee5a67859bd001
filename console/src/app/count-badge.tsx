import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { messageOf } from '../api/errors.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import type { Total } from './kit/lists/use-page.ts'
import { isMissed } from './kit/pages/failed.tsx'
import { SidebarCount } from './sidebar-count.tsx'

type CountBadgeProps = {
  /** Name of the counted things, in the plural. */
  what: string
  query: UseQueryOptions<Total, Error, Total, QueryKey>
  isTrouble?: boolean
}

/** A number in the sidebar. Without it there would seem to be none, so a failure shows a retry. */
export default function CountBadge({ what, query, isTrouble }: CountBadgeProps) {
  const count = useQuery(query)
  if (count.data) return <SidebarCount total={count.data} isTrouble={isTrouble} />
  if (!isMissed(count)) return null
  return (
    <span className="absolute inset-y-0 right-1 flex items-center text-xs">
      <Tooltip content={`The number of ${what} could not be loaded: ${messageOf(count.error)}`}>
        <button
          type="button"
          aria-label={`Load the number of ${what} again`}
          className="rounded px-1 text-danger hover:bg-surface-hover"
          onClick={() => void count.refetch()}
        >
          ?
        </button>
      </Tooltip>
    </span>
  )
}
