import { ipPoolUse } from '../../shared/fullness/pools.ts'
import type { Check } from '../check.ts'
import { fewFree } from './few-free.ts'

/** Pools with few free addresses. */
export const ipPoolNearlyFull: Check = {
  check: 'ip-pool-nearly-full',
  severity: 'warning',
  resourceKind: 'ip-pool',
  find: (context) => fewFree(ipPoolUse(context), 'IP pool'),
}
