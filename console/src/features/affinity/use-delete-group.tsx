import { antiAffinityGroupDelete } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { refreshGroups, type Group } from './use-group.ts'

/** The entries of the menu of a group. @param onDeleted leaves a page that is not there any more. */
export function useGroupEntries(project: string, onDeleted?: () => Promise<unknown>) {
  const queryClient = useQueryClient()
  const remove = async (group: Group) => {
    await request(antiAffinityGroupDelete, { path: { antiAffinityGroup: group.id } })
    addToast({
      content: (
        <>
          Anti-affinity group <Highlight>{group.name}</Highlight> deleted
        </>
      ),
    })
    await onDeleted?.()
    await refreshGroups(queryClient)
  }
  return (group: Group): MenuAction[] => [
    { label: 'Edit', href: `/projects/${project}/affinity/${group.name}/edit` },
    {
      label: 'Delete',
      danger: true,
      onAction: () =>
        void confirmDelete(
          'anti-affinity group',
          group.name,
          () => remove(group),
          'Its members stay, and may run on the same sled from their next start on.',
        ),
    },
  ]
}
