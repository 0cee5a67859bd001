import { systemUpdateRepositoryDelete } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useExtensions } from '../../api/extensions.ts'
import { operate } from '../../api/operate.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import type { Status } from './queries.ts'
import { useRefusal } from './refusal.ts'

/** Returns the menu entries that delete a version; none on a server that can't. */
export function useDeleteRelease(status: Status | undefined): (version: string) => MenuAction[] {
  const client = useQueryClient()
  const extensions = useExtensions()
  const refusal = useRefusal()
  const target = status?.targetRelease?.version
  if (!extensions) return () => []
  const call = extensions.call(systemUpdateRepositoryDelete)
  return (version) => [
    {
      label: 'Delete',
      danger: true,
      disabledReason: refusal ?? (target === version ? 'The target release can’t be deleted' : null),
      onAction: () =>
        void confirmDelete(
          'release',
          version,
          async () => {
            await operate(client, call, { path: { systemVersion: version } }, { waits: true })
            addToast({ content: 'Release deleted' })
          },
          'Its disk space is freed. It can be uploaded again.',
        ),
    },
  ]
}
