import { systemSubnetPoolCreate } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { CreatePanel } from '../../kinds/pool/create-panel.tsx'
import { SUBNET_POOLS } from '../../kinds/pool/pool-kinds.ts'

/** The panel that creates a subnet pool. */
export function SubnetPoolCreate() {
  const create = useOperation(systemSubnetPoolCreate)
  return <CreatePanel kind={SUBNET_POOLS} onCreate={(body) => create({ body })} />
}
