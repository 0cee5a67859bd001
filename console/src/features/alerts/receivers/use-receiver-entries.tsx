import { alertReceiverDelete } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../../api/operate.ts'
import { pathTo } from '../../../app/paths.ts'
import type { MenuAction } from '../../../ui/menu/entries.ts'
import { confirmDelete } from '../../../ui/overlay/confirm.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { type Receiver, useRefusal } from './receiver.ts'

/** Returns the menu entries of a receiver. @param onDone navigates away from the deleted receiver's own page. */
export function useReceiverEntries(onDone?: () => Promise<unknown>) {
  const remove = useOperation(alertReceiverDelete, { waits: !onDone })
  const refusal = useRefusal()
  return ({ id, name }: Receiver): MenuAction[] => [
    {
      label: 'Edit',
      href: pathTo('/system/alerting/receivers/$receiver/edit', { receiver: name }),
      disabledReason: refusal,
    },
    {
      label: 'Delete',
      danger: true,
      disabledReason: refusal,
      onAction: () =>
        void confirmDelete(
          'receiver',
          name,
          async () => {
            await remove({ path: { receiver: id } })
            addToast({
              content: (
                <>
                  Receiver <Highlight>{name}</Highlight> deleted
                </>
              ),
            })
            await onDone?.()
          },
          'Its subscriptions, secrets and deliveries are deleted too. Pending deliveries are not sent.',
        ),
    },
  ]
}
