import type { CallOutput, Extensions } from '@granary/contract/call.ts'
import { imageFetchCancel, imageFetchRetry, imageFetchView } from '@granary/contract/generated/client.ts'
import { DEMO_IMAGE_URL } from '@granary/domain/image-urls.ts'
import { canRetryFetch, isFetchOver } from '@granary/domain/image-fetches.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { makeStale, useOperation } from '../../api/operate.ts'
import { apiQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { MiddleTruncatedText } from '../../ui/format/middle-truncated-text.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ErrorBox } from '../../ui/overlay/side-panel.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { ProgressBar } from '../../ui/page/progress-bar.tsx'

export type ImageFetch = CallOutput<'imageFetchView'>

/** Milliseconds. Progress is no change that the server pushes. */
const POLL_INTERVAL_MS = 1_000

const WORDS: Record<ImageFetch['state'], string> = {
  waiting: 'Waiting for the server',
  downloading: 'Downloading',
  checking: 'Comparing the checksum',
  writing: 'Writing the image',
  cancelling: 'Cancelling',
  succeeded: 'Image created',
  failed: 'The image could not be fetched',
  cancelled: 'Cancelled',
}

/** Returns what the server does, in words. It makes the demo image itself. */
const wordsOf = ({ state, url }: Pick<ImageFetch, 'state' | 'url'>): string =>
  state === 'downloading' && url === DEMO_IMAGE_URL ? 'Making the image' : WORDS[state]

type FetchDialogProps = {
  extensions: Extensions
  id: string
  /** Called with the image as soon as there is one. */
  onDone: (imageId: string) => unknown
  /** Returns to the form; a running fetch continues on the server. */
  onBack: () => void
}

/** Shows how far a fetch is, with buttons to cancel and retry it. */
export function FetchDialog({ extensions, id, onDone, onBack }: FetchDialogProps) {
  const client = useQueryClient()
  const path = { fetch: id }
  const { data: fetch } = useQuery({
    ...apiQuery(extensions.call(imageFetchView), { path }),
    refetchInterval: ({ state }) => (state.data && isFetchOver(state.data.state) ? false : POLL_INTERVAL_MS),
  })
  const cancel = useOperation(extensions.call(imageFetchCancel), { waits: true })
  const retry = useOperation(extensions.call(imageFetchRetry), { waits: true })
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = (work: () => Promise<unknown>) => async () => {
    setFailure(null)
    await work().catch((error: unknown) => setFailure(messageOf(error)))
  }
  const finish = useEffectEvent(async () => {
    const { name, imageId } = fetch!
    addToast({
      content: (
        <>
          Image <Highlight>{name}</Highlight> created
        </>
      ),
    })
    await makeStale(client, ['project-image'])
    await onDone(imageId!)
  })
  // Not the fetch itself, which is another object each time that it is read.
  const isMade = fetch?.state === 'succeeded'
  useEffect(() => {
    if (isMade) void finish()
  }, [isMade])
  const state = fetch?.state ?? 'waiting'
  const errors = [failure, state === 'failed' ? (fetch?.message ?? null) : null].filter(
    (text) => text !== null,
  )
  const isOver = isFetchOver(state)
  return (
    <Dialog
      title="Image fetch progress"
      onClose={onBack}
      footerStart={
        <>
          {!isOver && state !== 'cancelling' && (
            <Button variant="secondary" size="sm" onPress={attempt(() => cancel({ path }))}>
              Cancel fetch
            </Button>
          )}
          {canRetryFetch(state) && (
            <Button variant="secondary" size="sm" onPress={attempt(() => retry({ path }))}>
              Retry
            </Button>
          )}
        </>
      }
      footer={
        <Button variant="ghost" size="sm" onPress={onBack}>
          Back
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <ErrorBox errors={errors} />
        {fetch && <Facts fetch={fetch} />}
        {!isOver && (
          <p className="text-sm text-text-muted">
            You can close this. The server continues, and the image appears in the list.
          </p>
        )}
        <p className="sr-only" role="status">
          {fetch ? wordsOf(fetch) : WORDS[state]}
        </p>
      </div>
    </Dialog>
  )
}

function Facts({ fetch }: { fetch: ImageFetch }) {
  const { bytesDone, bytesTotal } = fetch
  const percent = percentOf(fetch)
  return (
    <div className="flex flex-col gap-2 rounded border border-border bg-surface-raised px-3 py-2.5 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <MiddleTruncatedText text={fetch.name} className="font-medium" />
        <span className="shrink-0 tabular-nums">{percent}%</span>
      </div>
      <ProgressBar label="Fetch progress" percent={percent} />
      <div className="flex flex-wrap justify-between gap-x-3 text-text-muted tabular-nums">
        <span>{wordsOf(fetch)}</span>
        {bytesTotal !== null && (
          <span>
            {formatBytes(bytesDone, { padded: true })} / {formatBytes(bytesTotal, { padded: true })}
          </span>
        )}
      </div>
    </div>
  )
}

/** Returns how much of its current stage a fetch has done. */
export const percentOf = ({ bytesDone, bytesTotal, state }: ImageFetch): number => {
  if (state === 'succeeded') return 100
  return bytesTotal ? Math.floor((bytesDone / bytesTotal) * 100) : 0
}
