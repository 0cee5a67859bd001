import { useMay } from '../../app/permissions.ts'
import { adminsOnly, type PoolKind } from './pool-kinds.ts'

/** Returns why the user may not create or change pools of a kind, or null. */
export const usePoolRefusal = (kind: PoolKind): string | null =>
  useMay().fleet('modify') ? null : adminsOnly(kind)
