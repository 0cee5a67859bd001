import { internetGatewayDelete } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../../api/operate.ts'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import type { MenuAction } from '../../../ui/menu/entries.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { confirmCascade } from './confirm-cascade.tsx'
import type { Gateway } from './use-gateway.ts'

/** Returns the menu entry that deletes a gateway. */
export function useDeleteGateway() {
  const deleteGateway = useOperation(internetGatewayDelete, { waits: true })
  const ask = async ({ id, name }: Gateway) => {
    const deleted = await confirmCascade({
      title: 'Delete internet gateway',
      body: (
        <p>
          Are you sure you want to delete <Highlight>{name}</Highlight>?
        </p>
      ),
      errorTitle: 'Could not delete internet gateway',
      run: (cascade) => deleteGateway({ path: { gateway: id }, query: { cascade } }),
      consequence: 'Deleting it anyway also detaches its IP pools and address, and deletes the routes to it.',
    })
    if (deleted) toastChanged('Internet gateway', name, 'deleted')
  }
  return (gateway: Gateway): MenuAction => ({
    label: 'Delete',
    danger: true,
    onAction: () => void ask(gateway),
  })
}
