import { sledSetProvisionPolicy } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { useMay } from '../../app/permissions.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Sled } from './badges.tsx'

/** Returns the menu entry that changes whether a sled accepts new instances. */
export function useProvisionPolicy(): (sled: Sled) => MenuAction {
  const setPolicy = useOperation(sledSetProvisionPolicy, { waits: true })
  const mayChange = useMay().fleet('modify')
  return ({ id, baseboard: { serial }, policy }) => {
    const isOpen = policy.kind === 'in_service' && policy.provisionPolicy === 'provisionable'
    const label = isOpen ? 'Make not provisionable' : 'Make provisionable'
    const reason = !mayChange
      ? 'Only admins of the fleet can change the provision policy'
      : policy.kind === 'expunged'
        ? 'The sled is no longer in service'
        : undefined
    return {
      label,
      ...(reason && { disabledReason: reason }),
      onAction: () =>
        void confirm({
          title: label,
          errorTitle: 'Could not change the provision policy',
          body: isOpen ? (
            <>
              Place no new instances on sled <Highlight>{serial}</Highlight>? The instances that run on it
              stay. Once stopped, they start on other sleds.
            </>
          ) : (
            <>
              Place new instances on sled <Highlight>{serial}</Highlight> again?
            </>
          ),
          action: async () => {
            await setPolicy({
              path: { sledId: id },
              body: { state: isOpen ? 'non_provisionable' : 'provisionable' },
            })
            addToast({
              content: (
                <>
                  Sled <Highlight>{serial}</Highlight> is now {isOpen ? 'not provisionable' : 'provisionable'}
                </>
              ),
            })
          },
        }),
    }
  }
}
