import { ApiError, messageOf } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/page/empty-state.tsx'

/** What stands where something could not be had from the server: why, which request it was, and another try. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const retry = (
    <Button variant="secondary" size="sm" onPress={onRetry}>
      Try again
    </Button>
  )
  return <ErrorState message={messageOf(error)} requestId={requestId} action={retry} />
}
