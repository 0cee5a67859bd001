import { instanceNetworkInterfaceCreate } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../../api/operate.ts'
import { useInstance, useInstancePath } from '../use-instance.ts'
import InterfaceForm from './interface-form.tsx'
import { useNetworking } from './use-networking.ts'

/** The panel that adds an interface to the instance of the page. */
export default function AddInterfacePanel({ onClose }: { onClose: () => void }) {
  const instance = useInstance()
  const { project } = useInstancePath()
  const { nics } = useNetworking()
  const createInterface = useOperation(instanceNetworkInterfaceCreate, { waits: true })
  return (
    <InterfaceForm
      project={project}
      others={nics.map(({ name, vpcId, subnetId }) => ({ name, vpc: vpcId, subnet: subnetId }))}
      onDismiss={onClose}
      onSubmit={async (body) => {
        await createInterface({ query: { instance: instance.id }, body })
        onClose()
      }}
    />
  )
}
