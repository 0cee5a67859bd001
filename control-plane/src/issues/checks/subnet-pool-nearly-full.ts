import { subnetPoolUse } from '../../shared/fullness/pools.ts'
import type { Check } from '../check.ts'
import { fewFree } from './few-free.ts'

/** Subnet pools with few free addresses. */
export const subnetPoolNearlyFull: Check = {
  check: 'subnet-pool-nearly-full',
  severity: 'warning',
  resourceKind: 'subnet-pool',
  find: (context) => fewFree(subnetPoolUse(context), 'subnet pool'),
}
