import type { Extensions } from '@granary/contract/call.ts'
import { imageFetchList } from '@granary/contract/generated/client.ts'
import { isFetchOver } from '@granary/domain/image-fetches.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery } from '../../api/queries.ts'
import { IfMissed } from '../../app/kit/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { ImageFetch } from './fetch-dialog.tsx'

/** Maximum number of fetches shown. */
const MAX_SHOWN = 3
/** Milliseconds for which a failed fetch is shown. */
const FAILURE_SHOWN_MS = 24 * 3_600_000

const isShown = ({ state, timeCompleted }: ImageFetch): boolean =>
  !isFetchOver(state) ||
  (state === 'failed' && Date.now() - new Date(timeCompleted!).getTime() < FAILURE_SHOWN_MS)

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
    .map(({ id, name, state, message }) => (
      <MessageBox
        key={id}
        variant={state === 'failed' ? 'notice' : 'info'}
        title={state === 'failed' ? 'An image could not be fetched' : 'An image is being fetched'}
      >
        <p>
          <Highlight>{name}</Highlight> {message}
        </p>
        <Button className="mt-2" variant="secondary" size="sm" onPress={() => onShow(id)}>
          {state === 'failed' ? 'Show and retry' : 'Show progress'}
        </Button>
      </MessageBox>
    ))
}
