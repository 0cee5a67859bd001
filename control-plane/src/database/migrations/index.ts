// Made by `npm run generate` from the files of this folder; do not edit.
import type { Migration } from '../migration.ts'
import { identity } from './0001-identity.ts'
import { compute } from './0002-compute.ts'
import { networking } from './0003-networking.ts'
import { journal } from './0004-journal.ts'
import { silos } from './0005-silos.ts'
import { accessTokens } from './0006-access-tokens.ts'
import { saml } from './0007-saml.ts'
import { scim } from './0008-scim.ts'
import { storage } from './0009-storage.ts'
import { affinity } from './0010-affinity.ts'
import { bulkJobs } from './0011-bulk-jobs.ts'
import { startProblem } from './0012-start-problem.ts'
import { bulkTargets } from './0013-bulk-targets.ts'
import { importLease } from './0014-import-lease.ts'
import { powerRequest } from './0015-power-request.ts'
import { bulkOrder } from './0016-bulk-order.ts'
import { accessVersion } from './0017-access-version.ts'
import { signInLimits } from './0018-sign-in-limits.ts'
import { fleetLimits } from './0019-fleet-limits.ts'
import { taskTurns } from './0020-task-turns.ts'
import { sessionClients } from './0021-session-clients.ts'
import { withdrawal } from './0022-withdrawal.ts'
import { secondFactor } from './0023-second-factor.ts'
import { bulkTurns } from './0024-bulk-turns.ts'
import { imageUse } from './0025-image-use.ts'
import { startProblemIndex } from './0026-start-problem-index.ts'
import { gatewayAddresses } from './0027-gateway-addresses.ts'
import { listIndexes } from './0028-list-indexes.ts'
import { deletionProtection } from './0029-deletion-protection.ts'
import { tokenUse } from './0030-token-use.ts'
import { taskUsers } from './0031-task-users.ts'
import { secondFactorNow } from './0032-second-factor-now.ts'
import { subnetPools } from './0033-subnet-pools.ts'
import { referenceIndexes } from './0034-reference-indexes.ts'
import { imageFetches } from './0035-image-fetches.ts'
import { multicastGroups } from './0036-multicast-groups.ts'
import { hardware } from './0037-hardware.ts'
import { usagePoints } from './0038-usage-points.ts'
import { auditLog } from './0039-audit-log.ts'
import { bulkSizes } from './0040-bulk-sizes.ts'
import { networkState } from './0041-network-state.ts'
import { issues } from './0042-issues.ts'
import { certificateEnds } from './0043-certificate-ends.ts'
import { strictGroups } from './0044-strict-groups.ts'
import { addressLots } from './0045-address-lots.ts'
import { rackNetwork } from './0046-rack-network.ts'
import { auditSubjects } from './0047-audit-subjects.ts'
import { systemUpdate } from './0048-system-update.ts'
import { requestNetworks } from './0049-request-networks.ts'
import { auditRepeats } from './0050-audit-repeats.ts'
import { bulkJobOrder } from './0051-bulk-job-order.ts'
import { auditOrder } from './0052-audit-order.ts'
import { bulkCredentials } from './0053-bulk-credentials.ts'
import { fetchCredentials } from './0054-fetch-credentials.ts'
import { bulkItemTurns } from './0055-bulk-item-turns.ts'
import { bulkCounts } from './0056-bulk-counts.ts'
import { userSearch } from './0057-user-search.ts'
import { deletionPlans } from './0058-deletion-plans.ts'
import { bulkPortions } from './0059-bulk-portions.ts'
import { requestNumbers } from './0060-request-numbers.ts'
import { searchNames } from './0061-search-names.ts'
import { boundedReads } from './0062-bounded-reads.ts'
import { missingGroups } from './0063-missing-groups.ts'
import { realMachines } from './0064-real-machines.ts'
import { samlTests } from './0065-saml-tests.ts'
import { alerts } from './0066-alerts.ts'
import { unresolvedAlerts } from './0067-unresolved-alerts.ts'
import { rackMemberships } from './0068-rack-membership.ts'
import { supportBundles } from './0069-support-bundles.ts'
import { alertTemplates } from './0070-alert-templates.ts'
import { tags } from './0071-tags.ts'
import { targetTags } from './0072-target-tags.ts'
import { copyFailures } from './0073-copy-failures.ts'
import { bulkTags } from './0074-bulk-tags.ts'
import { fetchTags } from './0075-fetch-tags.ts'
import { instanceTemplates } from './0076-instance-templates.ts'
import { sortedLists } from './0077-sorted-lists.ts'

/** Every migration in order. Append only: a released migration is never changed. */
export const migrations: Migration[] = [
  identity,
  compute,
  networking,
  journal,
  silos,
  accessTokens,
  saml,
  scim,
  storage,
  affinity,
  bulkJobs,
  startProblem,
  bulkTargets,
  importLease,
  powerRequest,
  bulkOrder,
  accessVersion,
  signInLimits,
  fleetLimits,
  taskTurns,
  sessionClients,
  withdrawal,
  secondFactor,
  bulkTurns,
  imageUse,
  startProblemIndex,
  gatewayAddresses,
  listIndexes,
  deletionProtection,
  tokenUse,
  taskUsers,
  secondFactorNow,
  subnetPools,
  referenceIndexes,
  imageFetches,
  multicastGroups,
  hardware,
  usagePoints,
  auditLog,
  bulkSizes,
  networkState,
  issues,
  certificateEnds,
  strictGroups,
  addressLots,
  rackNetwork,
  auditSubjects,
  systemUpdate,
  requestNetworks,
  auditRepeats,
  bulkJobOrder,
  auditOrder,
  bulkCredentials,
  fetchCredentials,
  bulkItemTurns,
  bulkCounts,
  userSearch,
  deletionPlans,
  bulkPortions,
  requestNumbers,
  searchNames,
  boundedReads,
  missingGroups,
  realMachines,
  samlTests,
  alerts,
  unresolvedAlerts,
  rackMemberships,
  supportBundles,
  alertTemplates,
  tags,
  targetTags,
  copyFailures,
  bulkTags,
  fetchTags,
  instanceTemplates,
  sortedLists,
]
