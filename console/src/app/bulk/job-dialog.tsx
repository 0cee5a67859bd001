import type { Extensions } from '@granary/contract/call.ts'
import { bulkJobItemList, bulkJobRetry, bulkJobView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { allQuery, apiQuery } from '../../api/queries.ts'
import { useOperation } from '../../api/operate.ts'
import { pathTo } from '../paths.ts'
import { Button } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { type JobItem, JobResults } from './job-results.tsx'
import { countRetryOutcomes, progressWords, refusedNote, retryLabel } from './retry-counts.ts'

/** Polling interval of a running job when no change of it was pushed; milliseconds. */
const POLL_INTERVAL_MS = 1_000
/** Polling interval of the check whether refused items would be refused again; milliseconds. */
const REFUSED_POLL_INTERVAL_MS = 4_000

/**
 * The names of rows in a list: the server doesn't know the name of a resource that was deleted before the job began.
 */
type Names = ReadonlyMap<string, string>
const NONE: Names = new Map()

type JobDialogProps = {
  extensions: Extensions
  id: string
  title: string
  names?: Names
  onClose: () => void
}

/** The result of each resource of a job, during the job and afterwards. Closing the dialog doesn't stop the job. */
export function JobDialog({ extensions, id, title, names = NONE, onClose }: JobDialogProps) {
  const nameOf = (item: JobItem): string => item.name ?? names.get(item.id) ?? item.id
  const retryFailed = useOperation(extensions.call(bulkJobRetry), { waits: true })
  const path = { job: id }
  const job = useQuery({
    ...apiQuery(extensions.call(bulkJobView), { path }),
    refetchInterval: ({ state }) => (state.data?.timeCompleted ? false : POLL_INTERVAL_MS),
  })
  const isDone = Boolean(job.data?.timeCompleted)
  const items = useQuery({
    ...allQuery(extensions.call(bulkJobItemList), { path }),
    refetchInterval: ({ state }) => {
      // The items may have been read just before the job was done.
      if (!isDone || state.data?.some((item) => item.state === 'waiting')) return POLL_INTERVAL_MS
      return state.data && countRetryOutcomes(state.data).refused > 0 ? REFUSED_POLL_INTERVAL_MS : false
    },
  })
  const outlook = countRetryOutcomes(items.data ?? [])
  const tryAgain = isDone ? retryLabel(outlook) : null
  const note = isDone ? refusedNote(outlook) : null
  const [failure, setFailure] = useState<string | null>(null)
  // Both are read again soon.
  const unread = job.error ?? items.error
  const retry = async () => {
    setFailure(null)
    try {
      await retryFailed({ path })
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  const close = () => {
    if (!isDone)
      addToast({
        content: `“${title}” goes on.`,
        link: { text: 'See what becomes of it', href: `${pathTo('/settings/bulk-jobs')}?job=${id}` },
      })
    onClose()
  }
  const { total = 0, waiting = 0, failed = 0 } = job.data ?? {}
  return (
    <Dialog
      title={title}
      width="free"
      onClose={close}
      footer={
        <>
          {tryAgain && (
            <Button variant="secondary" size="sm" onPress={() => void retry()}>
              {tryAgain}
            </Button>
          )}
          <Button size="sm" onPress={close}>
            Close
          </Button>
        </>
      }
    >
      {(failure ?? unread) && (
        <MessageBox variant="error" title="Error">
          {failure ?? messageOf(unread)}
        </MessageBox>
      )}
      <p role="status" className="mb-2 tabular-nums">
        {job.data
          ? progressWords({ total, waiting, failed }, outlook)
          : job.error
            ? 'Progress not loaded'
            : 'Beginning …'}
      </p>
      <progress
        className="mb-4 h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-hover [&::-webkit-progress-value]:bg-accent"
        value={total - waiting}
        max={total || 1}
        aria-label="Progress"
      />
      {note && <p className="mb-4 text-sm text-text-muted">{note}</p>}
      <JobResults items={items.data} nameOf={nameOf} onFollow={close} />
    </Dialog>
  )
}
