import { floatingIpDelete, floatingIpDetach } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { pathTo } from '../../app/paths.ts'
import { AttachableActions } from '../../kinds/network/attachable-actions.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { FloatingIp } from './floating-ip.ts'

type FloatingIpActionsProps = { project: string; floatingIp: FloatingIp; onAttach: () => void }

/** The menu of a floating IP. */
export function FloatingIpActions({ project, floatingIp, onAttach }: FloatingIpActionsProps) {
  const path = { floatingIp: floatingIp.id }
  const deleteFloatingIp = useOperation(floatingIpDelete, { waits: true })
  const detachFloatingIp = useOperation(floatingIpDetach, { waits: true })
  return (
    <AttachableActions
      noun="floating IP"
      title="Floating IP"
      of={floatingIp}
      editPath={pathTo('/projects/$project/floating-ips/$floatingIp/edit', {
        project,
        floatingIp: floatingIp.name,
      })}
      consequence={
        <>
          The instance will no longer be reachable at <Highlight>{floatingIp.ip}</Highlight>.
        </>
      }
      onAttach={onAttach}
      onDetach={() => detachFloatingIp({ path })}
      onDelete={() => deleteFloatingIp({ path })}
    />
  )
}
