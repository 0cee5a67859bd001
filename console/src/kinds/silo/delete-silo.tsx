import { useQueryClient } from '@tanstack/react-query'
import { isFinal } from '../../api/errors.ts'
import { useExtensions } from '../../api/extensions.ts'
import { deleting } from '../../app/delete-everything/deleting.ts'
import { useCurrentUser } from '../../app/session.ts'
import { siloDeletion, siloPlan } from './silo-deletion.ts'
import { siloDelete } from '@granary/contract/generated/client.ts'
import { useMay } from '../../app/permissions.ts'
import { useOperation } from '../../api/operate.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'

type Named = { id: string; name: string }

const DELETE_NOTE =
  'Its users, groups, roles, identity providers and certificates are deleted with it, and its users can no longer sign in. Linked IP pools are kept.'

/** Returns the menu entry that deletes a silo. @param onDone navigates away from the deleted silo's own page. */
export function useDeleteSilo(onDone?: () => void) {
  const may = useMay()
  const deleteSilo = useOperation(siloDelete, { waits: !onDone })
  const extensions = useExtensions()
  const queryClient = useQueryClient()
  const { siloId: ownSilo } = useCurrentUser()

  /** Returns the deletion of a silo that has contents, or may have: its dialog says that they failed to load. */
  const contentsOf = async (silo: Named) => {
    if (!extensions || silo.id === ownSilo || !may.fleet('modify')) return null
    const query = { ...siloPlan(extensions, silo), staleTime: 0 }
    const isEmpty = await queryClient.fetchQuery(query).then(({ total }) => total === 0, isFinal)
    return isEmpty ? null : siloDeletion(queryClient, extensions, silo, onDone)
  }
  const remove = async (silo: Named) => {
    const deletion = await contentsOf(silo)
    if (deletion) deleting.set(deletion)
    else await confirmEmpty(silo)
  }
  const confirmEmpty = ({ name }: Named) =>
    confirmDelete(
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
      DELETE_NOTE,
    )
  return (silo: Named): MenuAction => ({
    label: 'Delete',
    danger: true,
    disabledReason:
      !may.silo(silo.id, 'modify') && 'Only collaborators and admins of the fleet can delete silos',
    onAction: () => void remove(silo),
  })
}
