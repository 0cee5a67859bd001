// Made by `npm run generate` from the files of this folder; do not edit.
import { accessTokens, userAccessTokens } from './access-tokens.ts'
import { access } from './access.ts'
import { addressLots } from './address-lots.ts'
import { affinity } from './affinity.ts'
import { alertReceivers } from './alert-receivers.ts'
import { alerts } from './alerts.ts'
import { logRetention, auditLog } from './audit-log.ts'
import { authSettings } from './auth-settings.ts'
import { bfd } from './bfd.ts'
import { bgpState } from './bgp-state.ts'
import { bgpConfigs, bgpAnnounceSets } from './bgp.ts'
import { bulkJobs } from './bulk-jobs.ts'
import { capacity } from './capacity.ts'
import { certificates } from './certificates.ts'
import { deviceAuth } from './device-auth.ts'
import { disks } from './disks.ts'
import { driverSelection } from './driver-selection.ts'
import { events } from './events.ts'
import { externalIps } from './external-ips.ts'
import { externalSubnets, instanceExternalSubnets } from './external-subnets.ts'
import { firewallRules } from './firewall-rules.ts'
import { floatingIps } from './floating-ips.ts'
import { hardware } from './hardware.ts'
import { history } from './history.ts'
import { identityProviders } from './identity-providers.ts'
import { imageFetches } from './image-fetches.ts'
import { images } from './images.ts'
import { instanceActions } from './instance-actions.ts'
import { instanceConsoles } from './instance-consoles.ts'
import { instanceDeletion } from './instance-deletion.ts'
import { instanceDisks } from './instance-disks.ts'
import { instanceTemplates } from './instance-templates.ts'
import { instances } from './instances.ts'
import { internetGateways } from './internet-gateways.ts'
import { ipPools } from './ip-pools.ts'
import { issues } from './issues.ts'
import { lldp } from './lldp.ts'
import { loopbackAddresses } from './loopback-addresses.ts'
import { metrics, systemMetrics } from './metrics.ts'
import { multicastGroups, instanceMulticastGroups } from './multicast-groups.ts'
import { networkInterfaces } from './network-interfaces.ts'
import { networkingSettings } from './networking-settings.ts'
import { overview } from './overview.ts'
import { ownSessions } from './own-sessions.ts'
import { policies } from './policies.ts'
import { probes } from './probes.ts'
import { projects } from './projects.ts'
import { quotas } from './quotas.ts'
import { rackMemberships } from './rack-membership.ts'
import { reachability } from './reachability.ts'
import { scimTokens } from './scim-tokens.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { session } from './session.ts'
import { silos } from './silos.ts'
import { snapshots } from './snapshots.ts'
import { sshKeys } from './ssh-keys.ts'
import { subnetPools } from './subnet-pools.ts'
import { supportBundles } from './support-bundles.ts'
import { switchPortSettings } from './switch-port-settings.ts'
import { switches } from './switches.ts'
import { systemIpPools } from './system-ip-pools.ts'
import { systemSubnetPools } from './system-subnet-pools.ts'
import { systemUpdate } from './system-update.ts'
import { tags } from './tags.ts'
import { systemTimeseries, timeseries } from './timeseries.ts'
import { usersBuiltin } from './users-builtin.ts'
import { users } from './users.ts'
import { vpcRouters } from './vpc-routers.ts'
import { vpcSubnets } from './vpc-subnets.ts'
import { vpcs } from './vpcs.ts'

/** Every operation, by operation id. */
export const contract = {
  ...accessTokens,
  ...userAccessTokens,
  ...access,
  ...addressLots,
  ...affinity,
  ...alertReceivers,
  ...alerts,
  ...logRetention,
  ...auditLog,
  ...authSettings,
  ...bfd,
  ...bgpState,
  ...bgpConfigs,
  ...bgpAnnounceSets,
  ...bulkJobs,
  ...capacity,
  ...certificates,
  ...deviceAuth,
  ...disks,
  ...driverSelection,
  ...events,
  ...externalIps,
  ...externalSubnets,
  ...instanceExternalSubnets,
  ...firewallRules,
  ...floatingIps,
  ...hardware,
  ...history,
  ...identityProviders,
  ...imageFetches,
  ...images,
  ...instanceActions,
  ...instanceConsoles,
  ...instanceDeletion,
  ...instanceDisks,
  ...instanceTemplates,
  ...instances,
  ...internetGateways,
  ...ipPools,
  ...issues,
  ...lldp,
  ...loopbackAddresses,
  ...metrics,
  ...systemMetrics,
  ...multicastGroups,
  ...instanceMulticastGroups,
  ...networkInterfaces,
  ...networkingSettings,
  ...overview,
  ...ownSessions,
  ...policies,
  ...probes,
  ...projects,
  ...quotas,
  ...rackMemberships,
  ...reachability,
  ...scimTokens,
  ...search,
  ...secondFactor,
  ...session,
  ...silos,
  ...snapshots,
  ...sshKeys,
  ...subnetPools,
  ...supportBundles,
  ...switchPortSettings,
  ...switches,
  ...systemIpPools,
  ...systemSubnetPools,
  ...systemUpdate,
  ...tags,
  ...systemTimeseries,
  ...timeseries,
  ...usersBuiltin,
  ...users,
  ...vpcRouters,
  ...vpcSubnets,
  ...vpcs,
}

export type Contract = typeof contract
export type OperationId = keyof Contract
