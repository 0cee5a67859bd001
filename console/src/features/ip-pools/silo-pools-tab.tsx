import { IP_POOLS, type LinkedPool } from '../../kinds/pool/pool-kinds.ts'
import { SiloPools } from '../../kinds/pool/silo-pools.tsx'
import { typeColumn } from './cells.tsx'

const columns = [typeColumn<LinkedPool>()]

/** Lists the IP pools that provide a silo's external addresses. */
export const SiloPoolsTab = () => (
  <SiloPools
    kind={IP_POOLS}
    columns={columns}
    hint="Instances of this silo can't get external addresses without a pool. Link one to it."
  />
)
