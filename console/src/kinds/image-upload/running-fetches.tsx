import { now } from '../../time/clock.ts'
import type { Extensions } from '@granary/contract/call.ts'
import { imageFetchList } from '@granary/contract/generated/client.ts'
import { isFetchOver } from '@granary/domain/image-fetches.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery } from '../../api/queries.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { useSeenTime } from '../../ui/format/time-ago.tsx'
import { isLate, MAX_TRANSFER } from '../../ui/late.ts'
import { MessageBox } from '../../ui/message-box.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { ImageFetch } from './fetch-dialog.tsx'

/** Maximum number of fetches shown. */
const MAX_SHOWN = 3
/** Milliseconds for which a failed fetch is shown. */
const FAILURE_SHOWN_MS = 24 * 3_600_000

const isShown = ({ state, timeCompleted }: ImageFetch): boolean =>
  !isFetchOver(state) || (state === 'failed' && now() - new Date(timeCompleted!).getTime() < FAILURE_SHOWN_MS)

type RunningFetchesProps = {
  extensions: Extensions
  project: string
  onShow: (id: string) => void
}

/** Lists fetches that run or have failed lately, because they continue when their dialog is closed. */
export function RunningFetches({ extensions, project, onShow }: RunningFetchesProps) {
  const fetches = useQuery({
    ...allQuery(extensions.call(imageFetchList), { query: { project } }),
    throwOnError: false,
  })
  if (!fetches.data)
    return (
      <p className="empty:hidden">
        <IfMissed what="Running downloads" of={fetches} />
      </p>
    )
  return fetches.data
    .filter(isShown)
    .slice(0, MAX_SHOWN)
    .map((fetch) => <FetchBox key={fetch.id} fetch={fetch} onShow={onShow} />)
}

/** A fetch; amber when it has failed, or runs for longer than usual. */
function FetchBox({ fetch, onShow }: { fetch: ImageFetch } & Pick<RunningFetchesProps, 'onShow'>) {
  const { id, name, state, message, timeCreated } = fetch
  const isLong = isLate(useSeenTime(), timeCreated, state === 'waiting' ? undefined : MAX_TRANSFER)
  const hasFailed = state === 'failed'
  return (
    <MessageBox variant={hasFailed || isLong ? 'notice' : 'info'} title={titleOf(hasFailed, isLong)}>
      <p>
        <Highlight>{name}</Highlight> {message}
      </p>
      <Button className="mt-2" variant="secondary" size="sm" onPress={() => onShow(id)}>
        {hasFailed ? 'Show and retry' : 'Show progress'}
      </Button>
    </MessageBox>
  )
}

function titleOf(hasFailed: boolean, isLong: boolean): string {
  if (hasFailed) return 'An image could not be fetched'
  return isLong ? 'Fetching an image takes longer than usual' : 'An image is being fetched'
}
