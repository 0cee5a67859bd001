import type { ItemOf } from '@granary/contract/call.ts'
import { bulkJobItemList, bulkJobRetry, bulkJobView } from '@granary/contract/generated/client.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { allQuery, apiQuery } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'

/** Between two looks at a job that is under way, where no change of it was pushed; milliseconds. */
const LOOK_AGAIN = 1_000

type Item = ItemOf<'bulkJobItemList'>
/** What the rows of a list are called: the server does not know the name of what was deleted before it began. */
type Names = ReadonlyMap<string, string>
const NONE: Names = new Map()
const ORDER: Record<Item['state'], number> = { failed: 0, waiting: 1, succeeded: 2 }

type JobDialogProps = { id: string; title: string; names?: Names; onClose: () => void }

/** What became of each resource of a job, while it goes on and afterwards. Closing it stops nothing. */
export function JobDialog({ id, title, names = NONE, onClose }: JobDialogProps) {
  const nameOf = (item: Item): string => item.name ?? names.get(item.id) ?? item.id
  const queryClient = useQueryClient()
  const path = { job: id }
  const job = useQuery({
    ...apiQuery(bulkJobView, { path }),
    refetchInterval: ({ state }) => (state.data?.timeCompleted ? false : LOOK_AGAIN),
  })
  const isDone = Boolean(job.data?.timeCompleted)
  const items = useQuery({
    ...allQuery(bulkJobItemList, { path }),
    refetchInterval: isDone ? false : LOOK_AGAIN,
  })
  const [failure, setFailure] = useState<string | null>(null)
  const retry = async () => {
    setFailure(null)
    try {
      await request(bulkJobRetry, { path })
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('bulkJob'),
      })
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  const close = () => {
    if (!isDone)
      addToast({
        content: `“${title}” goes on.`,
        link: { text: 'See what becomes of it', href: `/settings/bulk-jobs?job=${id}` },
      })
    onClose()
  }
  const { total = 0, waiting = 0, failed = 0 } = job.data ?? {}
  const sorted = items.data?.toSorted(
    (a, b) => ORDER[a.state] - ORDER[b.state] || nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true }),
  )
  return (
    <Dialog
      title={title}
      width="free"
      onClose={close}
      footer={
        <>
          {isDone && failed > 0 && (
            <Button variant="secondary" size="sm" onPress={() => void retry()}>
              Try the failed ones again
            </Button>
          )}
          <Button size="sm" onPress={close}>
            Close
          </Button>
        </>
      }
    >
      {(failure ?? (job.error && messageOf(job.error))) && (
        <MessageBox variant="error" title="Error">
          {failure ?? messageOf(job.error)}
        </MessageBox>
      )}
      <p role="status" className="mb-2 tabular-nums">
        {job.data
          ? `${total - waiting} of ${total} done${failed > 0 ? `, ${failed} failed` : ''}`
          : 'Beginning …'}
      </p>
      <progress
        className="mb-4 h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-hover [&::-webkit-progress-value]:bg-accent"
        value={total - waiting}
        max={total || 1}
        aria-label="Progress"
      />
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
              <td>{nameOf(item)}</td>
              <td>
                <Result item={item} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

function Result({ item: { state, message } }: { item: Item }) {
  if (state === 'waiting')
    return (
      <StateBadge color="info" transitional>
        waiting
      </StateBadge>
    )
  if (state === 'succeeded') return <StateBadge color="default">done</StateBadge>
  return (
    <span className="flex flex-wrap items-center gap-2 whitespace-normal">
      <StateBadge color="danger">failed</StateBadge>
      {message}
    </span>
  )
}
