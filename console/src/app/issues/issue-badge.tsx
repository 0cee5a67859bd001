import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/errors.ts'
import { useExtensions } from '../../api/extensions.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { isMissed } from '../kit/failed.tsx'
import { SidebarCount } from '../frame/sidebar-count.tsx'
import { countQuery } from './count-query.ts'

/** The number of issues, in the sidebar. Without it there would seem to be none, so a failure shows a retry. */
export default function IssueBadge({ isFleet }: { isFleet: boolean }) {
  const count = useQuery(countQuery(useExtensions(), isFleet))
  if (count.data) return <SidebarCount total={count.data} />
  if (!isMissed(count)) return null
  return (
    <span className="absolute inset-y-0 right-1 flex items-center text-xs">
      <Tooltip content={`The number of issues could not be loaded: ${messageOf(count.error)}`}>
        <button
          type="button"
          aria-label="Load the number of issues again"
          className="rounded px-1 text-danger hover:bg-surface-hover"
          onClick={() => void count.refetch()}
        >
          ?
        </button>
      </Tooltip>
    </span>
  )
}
