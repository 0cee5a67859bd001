import { externalSubnetDelete, externalSubnetDetach } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { pathTo } from '../../app/paths.ts'
import { AttachableActions } from '../../kinds/network/attachable-actions.tsx'
import type { ExternalSubnet } from './external-subnet.ts'

type ExternalSubnetActionsProps = { project: string; subnet: ExternalSubnet; onAttach: () => void }

/** The menu of an external subnet. */
export function ExternalSubnetActions({ project, subnet, onAttach }: ExternalSubnetActionsProps) {
  const path = { externalSubnet: subnet.id }
  const deleteSubnet = useOperation(externalSubnetDelete, { waits: true })
  const detachSubnet = useOperation(externalSubnetDetach, { waits: true })
  return (
    <AttachableActions
      noun="external subnet"
      title="External subnet"
      of={subnet}
      editPath={pathTo('/projects/$project/external-subnets/$externalSubnet/edit', {
        project,
        externalSubnet: subnet.name,
      })}
      onAttach={onAttach}
      onDetach={() => detachSubnet({ path })}
      onDelete={() => deleteSubnet({ path })}
    />
  )
}
