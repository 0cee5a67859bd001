import { instanceNetworkInterfaceCreate } from '@granary/contract/generated/client.ts'
import { request } from '../../../api/request.ts'
import { useInstance, useInstancePath } from '../use-instance.ts'
import InterfaceForm from './interface-form.tsx'
import { useNetworking, useRefreshNetworking } from './use-networking.ts'

/** Gives the instance of the page another interface, in a VPC and a subnet of its project. */
export default function AddInterfacePanel({ onClose }: { onClose: () => void }) {
  const instance = useInstance()
  const { project } = useInstancePath()
  const { nics } = useNetworking()
  const refresh = useRefreshNetworking()
  return (
    <InterfaceForm
      project={project}
      others={nics.map(({ name, vpcId, subnetId }) => ({ name, vpc: vpcId, subnet: subnetId }))}
      onDismiss={onClose}
      onSubmit={async (body) => {
        await request(instanceNetworkInterfaceCreate, { query: { instance: instance.id }, body })
        await refresh()
        onClose()
      }}
    />
  )
}
