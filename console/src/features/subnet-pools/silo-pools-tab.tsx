import { SUBNET_POOLS } from '../../kinds/pool/pool-kinds.ts'
import { SiloPools } from '../../kinds/pool/silo-pools.tsx'

/** Lists the subnet pools that provide a silo's external subnets. */
export const SiloSubnetPoolsTab = () => (
  <SiloPools
    kind={SUBNET_POOLS}
    columns={[]}
    hint="Projects of this silo can't get external subnets without a pool. Link one to it."
  />
)
