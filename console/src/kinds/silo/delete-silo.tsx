import { siloDelete } from '@granary/contract/generated/client.ts'
import { useMay } from '../../app/permissions.ts'
import { useOperation } from '../../api/operate.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'

const GOES_TOO =
  'Its users, groups, roles, identity providers and certificates are deleted with it, and its users can no longer sign in. Delete its projects first. Linked IP pools are kept.'

/** Returns the menu entry that deletes a silo. @param onDone navigates away from the deleted silo's own page. */
export function useDeleteSilo(onDone?: () => void) {
  const may = useMay()
  const deleteSilo = useOperation(siloDelete, { waits: !onDone })
  return ({ id, name }: { id: string; name: string }): MenuAction => ({
    label: 'Delete',
    danger: true,
    disabledReason: !may.silo(id, 'modify') && 'Only collaborators and admins of the fleet can delete silos',
    onAction: () =>
      void confirmDelete(
        'silo',
        name,
        async () => {
          await deleteSilo({ path: { silo: name } })
          addToast({
            content: (
              <>
                Silo <Highlight>{name}</Highlight> deleted
              </>
            ),
          })
          // Navigates first, because the page of a deleted silo shows an error.
          onDone?.()
        },
        GOES_TOO,
      ),
  })
}
