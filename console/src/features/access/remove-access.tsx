import { directRole } from '@granary/domain/access.ts'
import { removeRole } from '@granary/domain/policies.ts'
import type { QueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/errors.ts'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { AccessRow } from './columns.tsx'
import { LostList } from './lost-list.tsx'
import { ownLoss } from './own-loss.ts'
import { changePolicy, type Place } from './place.ts'

const FAILED = 'Could not delete role assignment'

/**
 * Asks for confirmation and deletes a role assignment. Asks once more, with a list of what is lost, before callers
 * remove their own access.
 * @returns whether the caller can no longer see the page.
 */
export async function removeAccess(queryClient: QueryClient, place: Place, row: AccessRow): Promise<boolean> {
  const loss = await ownLoss(queryClient, place, row.id, null).catch((error: unknown) => {
    addToast({ variant: 'error', title: FAILED, content: messageOf(error) })
    return null
  })
  if (!loss) return false
  const remove = async () => {
    await changePolicy(queryClient, place, (assignments) => removeRole(assignments, row.id))
    addToast({ content: 'Access removed' })
  }
  const confirmed = await confirm({
    title: 'Delete role assignment',
    variant: 'danger',
    body: (
      <>
        <p>
          Are you sure you want to delete the <Highlight>{directRole(row, place.level)}</Highlight> role for{' '}
          <Highlight>{row.displayName ?? row.id}</Highlight>?
        </p>
        {loss.lost.length > 0 && (
          <div className="mt-3">
            <LostList loss={loss} />
          </div>
        )}
      </>
    ),
    action: loss.losesAccess ? async () => {} : remove,
    errorTitle: FAILED,
  })
  if (!confirmed) return false
  if (!loss.losesAccess) return !loss.seesPlace
  const sure = await confirm({
    title: 'Remove your own access',
    variant: 'danger',
    body: (
      <p>
        You are about to lock yourself out{place.project && ` of ${place.project}`}. This takes effect at
        once, and you cannot undo it.
      </p>
    ),
    action: remove,
    errorTitle: FAILED,
  })
  return sure && !loss.seesPlace
}
