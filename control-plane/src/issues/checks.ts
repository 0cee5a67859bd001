import type { Check } from './check.ts'
import { certificateExpiring, ownCertificateExpiring } from './checks/certificate-expiring.ts'
import { diskUnattached } from './checks/disk-unattached.ts'
import { firewallRuleUnused, firewallRuleUnusedInSilos } from './checks/firewall-rule-unused.ts'
import { floatingIpUnused } from './checks/floating-ip-unused.ts'
import {
  groupCannotPlace,
  groupCannotPlaceInSilos,
  groupWithoutSpareSled,
  groupWithoutSpareSledInSilos,
} from './checks/group-places.ts'
import { instanceFailed } from './checks/instance-failed.ts'
import { instanceWaiting } from './checks/instance-waiting.ts'
import { ipPoolNearlyFull } from './checks/ip-pool-nearly-full.ts'
import { networkGap, networkGapInSilos } from './checks/network-gap.ts'
import { ownQuotaNearlyFull, quotaNearlyFull } from './checks/quota-nearly-full.ts'
import { sledNotInService } from './checks/sled-not-in-service.ts'
import { subnetPoolNearlyFull } from './checks/subnet-pool-nearly-full.ts'
import { updateSuspended } from './checks/update-suspended.ts'
import { updateWaiting } from './checks/update-waiting.ts'
import { uploadUnfinished } from './checks/upload-unfinished.ts'

/** The checks for users of a silo, the worst first. */
export const SILO_CHECKS: readonly Check[] = [
  instanceFailed.ofProjects,
  instanceWaiting.ofProjects,
  ...groupCannotPlace,
  networkGap,
  ownCertificateExpiring,
  ownQuotaNearlyFull,
  groupWithoutSpareSled,
  firewallRuleUnused,
  uploadUnfinished.ofProjects,
  diskUnattached.ofProjects,
  floatingIpUnused.ofProjects,
]

/** The checks for operators, the worst first. Operators may not see the resources in projects, so these are counted. */
export const FLEET_CHECKS: readonly Check[] = [
  instanceFailed.ofSilos,
  instanceWaiting.ofSilos,
  groupCannotPlaceInSilos,
  updateSuspended,
  updateWaiting,
  sledNotInService,
  networkGapInSilos,
  certificateExpiring,
  quotaNearlyFull,
  ipPoolNearlyFull,
  subnetPoolNearlyFull,
  groupWithoutSpareSledInSilos,
  firewallRuleUnusedInSilos,
  uploadUnfinished.ofSilos,
  diskUnattached.ofSilos,
  floatingIpUnused.ofSilos,
]
