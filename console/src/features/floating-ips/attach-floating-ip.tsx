import { floatingIpAttach } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { AttachDialog } from '../../kinds/network/attach-dialog.tsx'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { FloatingIp } from './floating-ip.ts'

const FIELDS = { parent: 'instance' } as const satisfies FieldsOfBody<
  'floatingIpAttach',
  { instance: string | null }
>

type AttachFloatingIpProps = { project: string; floatingIp: FloatingIp; onClose: () => void }

/** Attaches a floating IP to an instance of the project. */
export default function AttachFloatingIp({ project, floatingIp, onClose }: AttachFloatingIpProps) {
  const attach = useOperation(floatingIpAttach, { waits: true })
  return (
    <AttachDialog
      project={project}
      title="Attach floating IP"
      fields={FIELDS}
      notice={
        <>
          The instance that you select will be reachable at <Highlight>{floatingIp.ip}</Highlight>.
        </>
      }
      onAttach={async (instance) => {
        await attach({ path: { floatingIp: floatingIp.id }, body: { kind: 'instance', parent: instance } })
        toastChanged('Floating IP', floatingIp.name, 'attached')
      }}
      onClose={onClose}
    />
  )
}
