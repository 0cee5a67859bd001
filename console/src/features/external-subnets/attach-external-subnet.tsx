import { externalSubnetAttach } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { AttachDialog } from '../../kinds/network/attach-dialog.tsx'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { ExternalSubnet } from './external-subnet.ts'

type AttachExternalSubnetProps = { project: string; subnet: ExternalSubnet; onClose: () => void }

/** Attaches an external subnet to an instance of the project. */
export default function AttachExternalSubnet({ project, subnet, onClose }: AttachExternalSubnetProps) {
  const attach = useOperation(externalSubnetAttach, { waits: true })
  return (
    <AttachDialog
      project={project}
      title="Attach external subnet"
      notice={
        <>
          The instance that you select will receive the traffic to <Highlight>{subnet.subnet}</Highlight>.
        </>
      }
      onAttach={async (instance) => {
        await attach({ path: { externalSubnet: subnet.id }, body: { instance } })
        toastChanged('External subnet', subnet.name, 'attached')
      }}
      onClose={onClose}
    />
  )
}
