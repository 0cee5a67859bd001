import { siloDelete } from '@granary/contract/generated/client.ts'
import { useMay } from '../../app/permissions.ts'
import { useOperation } from '../../api/operate.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'

const GOES_TOO =
  'Its users, groups, roles, identity providers and certificates go with it, and nobody of it can sign in any more. Its projects must be deleted before. Linked IP pools stay.'

/** The entry of a menu that deletes a silo, for those who may. @param onDone where to go when the silo's own page is shown. */
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
          // Elsewhere first: the page of a silo that is gone would not be found.
          onDone?.()
        },
        GOES_TOO,
      ),
  })
}
