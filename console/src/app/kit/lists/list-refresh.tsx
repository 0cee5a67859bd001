import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { useMinimum } from '../../../ui/use-minimum.ts'

/** Minimum milliseconds of the spinner, so that the user sees it. */
const REFRESH_SPINNER = 300
const LIVE_HINT = 'Changes show by themselves, at once after an action'

const timeOf = (moment: number): string =>
  new Date(moment).toLocaleTimeString(undefined, { timeStyle: 'short' })

type Refreshed = { updatedAt: number; refreshError: Error | null; refetch: () => Promise<unknown> }

/** Reads a list again, and shows when it was read and whether that failed. */
export function RefreshButton({ page }: { page: Refreshed }) {
  const [requested, setRequested] = useState(false)
  const busy = useMinimum(requested, REFRESH_SPINNER)
  const refresh = async () => {
    setRequested(true)
    await page.refetch()
    setRequested(false)
  }
  return (
    <>
      <IconButton label="Refresh data" loading={busy} onPress={() => void refresh()}>
        <RefreshCw className="size-4" aria-hidden />
      </IconButton>
      {page.refreshError ? (
        <Tooltip content={messageOf(page.refreshError)} side="bottom">
          <span role="alert" className="text-xs text-danger tabular-nums">
            Could not refresh, data from {timeOf(page.updatedAt)}
          </span>
        </Tooltip>
      ) : (
        page.updatedAt > 0 && (
          <Tooltip content={LIVE_HINT} side="bottom" delay={150}>
            <span className="hidden text-xs text-text-muted tabular-nums xl:inline">
              Updated {timeOf(page.updatedAt)}
            </span>
          </Tooltip>
        )
      )}
    </>
  )
}
