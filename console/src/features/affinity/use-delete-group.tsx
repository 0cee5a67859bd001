import { useQueryClient } from '@tanstack/react-query'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Group, GroupKind } from '../../kinds/affinity-group/kinds.ts'

/** Returns the menu entries of a group. @param onDeleted navigates away from the deleted group's page. */
export function useGroupEntries(project: string, kind: GroupKind, onDeleted?: () => Promise<unknown>) {
  const queryClient = useQueryClient()
  const remove = async (group: Group) => {
    await kind.remove(queryClient, group.id)
    addToast({
      content: (
        <>
          {kind.title} <Highlight>{group.name}</Highlight> deleted
        </>
      ),
    })
    await onDeleted?.()
  }
  return (group: Group): MenuAction[] => [
    { label: 'Edit', href: `${kind.href(project, group.name)}/edit` },
    {
      label: 'Delete',
      danger: true,
      onAction: () => void confirmDelete(kind.noun, group.name, () => remove(group), kind.afterDelete),
    },
  ]
}
