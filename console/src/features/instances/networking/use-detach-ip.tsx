import { floatingIpDetach, instanceEphemeralIpDetach } from '@granary/contract/generated/client.ts'
import { ipVersion } from '@granary/domain/ip.ts'
import { useOperation } from '../../../api/operate.ts'
import { confirm } from '../../../ui/overlay/confirm.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { useInstance } from '../use-instance.ts'
import type { ExternalIp } from './stacks.ts'

/** Returns a function that detaches an address, after a question. */
export function useDetach() {
  const instance = useInstance()
  const detachEphemeral = useOperation(instanceEphemeralIpDetach, { waits: true })
  const detachFloating = useOperation(floatingIpDetach, { waits: true })
  return (ip: ExternalIp) => {
    const what = ip.kind === 'floating' ? 'floating IP' : 'ephemeral IP'
    void confirm({
      title: `Detach ${what}`,
      variant: 'danger',
      errorTitle: `Error detaching ${what}`,
      body: (
        <>
          Detach <Highlight>{ip.kind === 'floating' ? ip.name : ip.ip}</Highlight> from{' '}
          <Highlight>{instance.name}</Highlight>? The instance can no longer be reached at {ip.ip}.
        </>
      ),
      action: async () => {
        if (ip.kind === 'floating') await detachFloating({ path: { floatingIp: ip.id } })
        else
          await detachEphemeral({
            path: { instance: instance.id },
            query: { ipVersion: ipVersion(ip.ip) ?? undefined },
          })
        addToast({
          content:
            ip.kind === 'floating' ? (
              <>
                Floating IP <Highlight>{ip.name}</Highlight> detached
              </>
            ) : (
              'Ephemeral IP detached'
            ),
        })
      },
    })
  }
}
