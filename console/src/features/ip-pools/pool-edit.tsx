import { EditPanel } from '../../kinds/pool/edit-panel.tsx'
import { IP_POOLS } from '../../kinds/pool/pool-kinds.ts'
import { usePool } from './pool-query.ts'

export const IpPoolEdit = () => <EditPanel kind={IP_POOLS} pool={usePool()} />
