import { floatingIpDelete, floatingIpDetach } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { pathTo } from '../../app/paths.ts'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirm, confirmDelete } from '../../ui/overlay/confirm.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { FloatingIp } from './floating-ip-list.tsx'
import { useInstanceName } from './instance-cell.tsx'

type FloatingIpActionsProps = { project: string; floatingIp: FloatingIp; onAttach: () => void }

/** The menu of a floating IP. */
export function FloatingIpActions({ project, floatingIp, onAttach }: FloatingIpActionsProps) {
  const { id, name, ip, instanceId } = floatingIp
  const deleteFloatingIp = useOperation(floatingIpDelete, { waits: true })
  const detachFloatingIp = useOperation(floatingIpDetach, { waits: true })
  const { name: instance } = useInstanceName(instanceId)
  const detach = () =>
    confirm({
      title: 'Detach floating IP',
      variant: 'danger',
      errorTitle: 'Error detaching floating IP',
      body: (
        <p>
          Are you sure you want to detach floating IP <Highlight>{name}</Highlight>
          {instance && (
            <>
              {' '}
              from instance <Highlight>{instance}</Highlight>
            </>
          )}
          ? The instance will no longer be reachable at <Highlight>{ip}</Highlight>.
        </p>
      ),
      action: async () => {
        await detachFloatingIp({ path: { floatingIp: id } })
        toastChanged('Floating IP', name, 'detached')
      },
    })
  const remove = async () => {
    await deleteFloatingIp({ path: { floatingIp: id } })
    toastChanged('Floating IP', name, 'deleted')
  }
  return (
    <ActionsMenu
      id={id}
      entries={[
        {
          label: 'Edit',
          href: pathTo('/projects/$project/floating-ips/$floatingIp/edit', { project, floatingIp: name }),
        },
        instanceId === null
          ? { label: 'Attach', onAction: onAttach }
          : { label: 'Detach', onAction: () => void detach() },
        {
          label: 'Delete',
          danger: true,
          disabledReason: instanceId !== null && 'A floating IP must be detached from its instance first',
          onAction: () => void confirmDelete('floating IP', name, remove),
        },
      ]}
    />
  )
}
