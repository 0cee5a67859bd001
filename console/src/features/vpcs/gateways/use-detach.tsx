import {
  internetGatewayIpAddressDelete,
  internetGatewayIpPoolDelete,
} from '@granary/contract/generated/client.ts'
import { useOperation } from '../../../api/operate.ts'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { confirmCascade } from './confirm-cascade.tsx'

/** Detaches pools and addresses, and asks again if instances use them. */
export function useDetach() {
  const detachPool = useOperation(internetGatewayIpPoolDelete, { waits: true })
  const detachAddress = useOperation(internetGatewayIpAddressDelete, { waits: true })
  const ask = async (what: string, name: string, run: (cascade: boolean) => Promise<unknown>) => {
    const detached = await confirmCascade({
      title: `Detach ${what}`,
      body: (
        <p>
          Are you sure you want to detach <Highlight>{name}</Highlight>?
        </p>
      ),
      errorTitle: `Could not detach ${what}`,
      run,
      consequence: 'If you detach it anyway, they may lose their way to the internet.',
    })
    if (detached) toastChanged(what, name, 'detached')
  }
  type Attachment = { id: string; name: string }
  return {
    pool: ({ id, name }: Attachment) =>
      ask('IP pool', name, (cascade) => detachPool({ path: { pool: id }, query: { cascade } })),
    address: ({ id, name }: Attachment) =>
      ask('IP address', name, (cascade) => detachAddress({ path: { address: id }, query: { cascade } })),
  }
}
