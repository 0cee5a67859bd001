import { messageOf } from '../../../api/errors.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { MenuEntry } from '../../../ui/menu/entries.ts'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'

/** A resource with deletion protection; a server that lacks it shows no field. */
type Protectable = { name: string; deletionProtected?: boolean | undefined }

/** Why a protected resource can't be deleted, or null. It names the menu entry that lifts the protection. */
export const protectionReason = ({
  deletionProtected,
}: Pick<Protectable, 'deletionProtected'>): string | null =>
  deletionProtected ? 'It is protected: choose "Allow deletion" first' : null

/**
 * Returns the menu entry that turns the deletion protection of a resource on or off; none on a server without it.
 * @param change sends the change.
 */
export function protectionEntries(
  { name, deletionProtected }: Protectable,
  change: (action: 'protect' | 'unprotect') => Promise<unknown>,
): MenuEntry[] {
  if (deletionProtected === undefined) return []
  const run = async () => {
    try {
      await change(deletionProtected ? 'unprotect' : 'protect')
      addToast({
        content: (
          <>
            <Highlight>{name}</Highlight>{' '}
            {deletionProtected ? 'can be deleted again' : 'is protected from deletion'}
          </>
        ),
      })
    } catch (error) {
      addToast({ variant: 'error', title: 'Could not change the protection', content: messageOf(error) })
    }
  }
  return [
    { label: deletionProtected ? 'Allow deletion' : 'Protect from deletion', onAction: () => void run() },
  ]
}

/** Marks a protected resource. Renders nothing for others. */
export const ProtectedBadge = ({ of }: { of: Pick<Protectable, 'deletionProtected'> }) =>
  of.deletionProtected ? <Badge color="neutral">Protected</Badge> : null
