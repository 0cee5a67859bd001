import { systemIpPoolCreate } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { CreatePanel } from '../../kinds/pool/create-panel.tsx'
import { IP_POOLS } from '../../kinds/pool/pool-kinds.ts'

/** The panel that creates an IP pool. */
export function IpPoolCreate() {
  const create = useOperation(systemIpPoolCreate)
  return (
    <CreatePanel kind={IP_POOLS} onCreate={(body) => create({ body: { ...body, poolType: 'unicast' } })} />
  )
}
