import { EditPanel } from '../../kinds/pool/edit-panel.tsx'
import { SUBNET_POOLS } from '../../kinds/pool/pool-kinds.ts'
import { usePool } from './pool-query.ts'

export const SubnetPoolEdit = () => <EditPanel kind={SUBNET_POOLS} pool={usePool()} />
