import type { Check } from './check.ts'
import { certificateExpiring, ownCertificateExpiring } from './checks/certificate-expiring.ts'
import { diskUnattached } from './checks/disk-unattached.ts'
import { floatingIpUnused } from './checks/floating-ip-unused.ts'
import { instanceFailed } from './checks/instance-failed.ts'
import { instanceWaiting } from './checks/instance-waiting.ts'
import { ipPoolNearlyFull } from './checks/ip-pool-nearly-full.ts'
import { ownQuotaNearlyFull, quotaNearlyFull } from './checks/quota-nearly-full.ts'
import { sledNotInService } from './checks/sled-not-in-service.ts'
import { uploadUnfinished } from './checks/upload-unfinished.ts'

/** The checks for users of a silo, the worst first. */
export const SILO_CHECKS: readonly Check[] = [
  instanceFailed,
  instanceWaiting,
  ownCertificateExpiring,
  ownQuotaNearlyFull,
  uploadUnfinished,
  diskUnattached,
  floatingIpUnused,
]

/** The checks for operators, the worst first. */
export const FLEET_CHECKS: readonly Check[] = [
  sledNotInService,
  certificateExpiring,
  quotaNearlyFull,
  ipPoolNearlyFull,
]
