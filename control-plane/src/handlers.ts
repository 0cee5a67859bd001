// Made by `npm run generate` from the files of this folder; do not edit.
import type { Handlers } from './kinds/handler.ts'
import { accessTokenHandlers } from './access-tokens/handlers.ts'
import { affinityHandlers } from './affinity/handlers.ts'
import { alertHandlers } from './alerts/handlers.ts'
import { alertReceiverHandlers, webhookHandlers } from './alerts/receivers.ts'
import { alertSettingsHandlers } from './alerts/settings.ts'
import { auditLogHandlers } from './audit-log/handlers.ts'
import { authSettingsHandlers } from './auth-settings/handlers.ts'
import { bfdHandlers } from './bfd/handlers.ts'
import { bulkJobHandlers } from './bulk-jobs/handlers.ts'
import { certificateHandlers } from './certificates/handlers.ts'
import { deviceAuthHandlers } from './device-auth/handlers.ts'
import { diskAttachmentHandlers } from './disks/attach.ts'
import { blockDigestHandlers } from './disks/block-digests.ts'
import { diskHandlers } from './disks/handlers.ts'
import { importLeaseHandlers } from './disks/import-lease.ts'
import { diskImportHandlers } from './disks/import.ts'
import { eventHandlers } from './events/stream.ts'
import { capacityHandlers } from './hardware/capacity.ts'
import { driverSelectionHandlers } from './hardware/driver-selection.ts'
import { hardwareHandlers } from './hardware/handlers.ts'
import { lldpHandlers } from './hardware/lldp.ts'
import { outlookHandlers } from './hardware/outlook.ts'
import { rackMembershipHandlers } from './hardware/rack-membership.ts'
import { switchHandlers } from './hardware/switches.ts'
import { historyHandlers } from './history/handlers.ts'
import { identityProviderHandlers } from './identity-providers/handlers.ts'
import { imageFetchHandlers } from './images/fetch/handlers.ts'
import { imageHandlers } from './images/handlers.ts'
import { instanceTemplateHandlers } from './instance-templates/handlers.ts'
import { instanceHandlers } from './instances/handlers.ts'
import { issueHandlers } from './issues/handlers.ts'
import { metricHandlers } from './metrics/handlers.ts'
import { networkingSettingsHandlers } from './networking-settings/handlers.ts'
import { floatingIpChangeHandlers } from './networking/change-floating-ips.ts'
import { networkInterfaceChangeHandlers } from './networking/change-interfaces.ts'
import { ephemeralIpHandlers } from './networking/ephemeral-ips.ts'
import { externalIpHandlers } from './networking/external-ips.ts'
import { externalSubnetHandlers } from './networking/external-subnets.ts'
import { floatingIpHandlers } from './networking/floating-ips.ts'
import { ipPoolRangeHandlers } from './networking/ip-pool-ranges.ts'
import { ipPoolSiloHandlers } from './networking/ip-pool-silos.ts'
import { ipPoolUtilizationHandlers } from './networking/ip-pool-utilization.ts'
import { ipPoolHandlers } from './networking/ip-pools.ts'
import { multicastGroupHandlers } from './networking/multicast-groups.ts'
import { networkInterfaceHandlers } from './networking/network-interfaces.ts'
import { subnetPoolMemberHandlers } from './networking/subnet-pool-members.ts'
import { subnetPoolSiloHandlers } from './networking/subnet-pool-silos.ts'
import { subnetPoolHandlers } from './networking/subnet-pools.ts'
import { systemIpPoolHandlers } from './networking/system-ip-pools.ts'
import { systemSubnetPoolHandlers } from './networking/system-subnet-pools.ts'
import { overviewHandlers } from './overview/handlers.ts'
import { policyHandlers } from './policies/handlers.ts'
import { probeHandlers } from './probes/handlers.ts'
import { projectHandlers } from './projects/handlers.ts'
import { quotaHandlers } from './quotas/handlers.ts'
import { utilization } from './quotas/utilization.ts'
import { addressLotHandlers } from './rack-network/address-lots.ts'
import { announceSetHandlers } from './rack-network/announce-sets.ts'
import { bgpConfigHandlers } from './rack-network/bgp-configs.ts'
import { bgpStateHandlers } from './rack-network/bgp-state.ts'
import { loopbackAddressHandlers } from './rack-network/loopback-addresses.ts'
import { scimTokenHandlers } from './scim/tokens/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { siloInstanceHandlers } from './search/silo-instances.ts'
import { sessionHandlers } from './session/handlers.ts'
import { siloHandlers } from './silos/handlers.ts'
import { snapshotHandlers } from './snapshots/handlers.ts'
import { sshKeyHandlers } from './ssh-keys/handlers.ts'
import { supportBundleHandlers } from './support-bundles/handlers.ts'
import { switchPortSettingsHandlers } from './switch-ports/handlers.ts'
import { releaseHandlers } from './system-update/releases.ts'
import { targetHandlers } from './system-update/target.ts'
import { trustRootHandlers } from './system-update/trust-roots.ts'
import { tagHandlers } from './tags/handlers.ts'
import { timeseriesHandlers } from './timeseries/handlers.ts'
import { userBuiltinHandlers } from './users-builtin/handlers.ts'
import { userHandlers } from './users/handlers.ts'
import { localUserHandlers } from './users/local.ts'
import { ownPasswordHandlers } from './users/own-password.ts'
import { ownSessionHandlers } from './users/own-sessions.ts'
import { secondFactorHandlers } from './users/second-factor.ts'
import { userSessionHandlers } from './users/sessions.ts'
import { firewallRuleHandlers } from './vpcs/firewall-rules.ts'
import { gatewayHandlers } from './vpcs/gateways.ts'
import { reachabilityHandlers } from './vpcs/reachability.ts'
import { routerHandlers } from './vpcs/routers.ts'
import { subnetHandlers } from './vpcs/subnets.ts'
import { vpcHandlers } from './vpcs/vpcs.ts'

/** Every operation of the contract with its handler. The type requires all of them. */
export const allHandlers: Handlers = {
  ...accessTokenHandlers,
  ...affinityHandlers,
  ...alertHandlers,
  ...alertReceiverHandlers,
  ...webhookHandlers,
  ...alertSettingsHandlers,
  ...auditLogHandlers,
  ...authSettingsHandlers,
  ...bfdHandlers,
  ...bulkJobHandlers,
  ...certificateHandlers,
  ...deviceAuthHandlers,
  ...diskAttachmentHandlers,
  ...blockDigestHandlers,
  ...diskHandlers,
  ...importLeaseHandlers,
  ...diskImportHandlers,
  ...eventHandlers,
  ...capacityHandlers,
  ...driverSelectionHandlers,
  ...hardwareHandlers,
  ...lldpHandlers,
  ...outlookHandlers,
  ...rackMembershipHandlers,
  ...switchHandlers,
  ...historyHandlers,
  ...identityProviderHandlers,
  ...imageFetchHandlers,
  ...imageHandlers,
  ...instanceTemplateHandlers,
  ...instanceHandlers,
  ...issueHandlers,
  ...metricHandlers,
  ...networkingSettingsHandlers,
  ...floatingIpChangeHandlers,
  ...networkInterfaceChangeHandlers,
  ...ephemeralIpHandlers,
  ...externalIpHandlers,
  ...externalSubnetHandlers,
  ...floatingIpHandlers,
  ...ipPoolRangeHandlers,
  ...ipPoolSiloHandlers,
  ...ipPoolUtilizationHandlers,
  ...ipPoolHandlers,
  ...multicastGroupHandlers,
  ...networkInterfaceHandlers,
  ...subnetPoolMemberHandlers,
  ...subnetPoolSiloHandlers,
  ...subnetPoolHandlers,
  ...systemIpPoolHandlers,
  ...systemSubnetPoolHandlers,
  ...overviewHandlers,
  ...policyHandlers,
  ...probeHandlers,
  ...projectHandlers,
  ...quotaHandlers,
  ...utilization,
  ...addressLotHandlers,
  ...announceSetHandlers,
  ...bgpConfigHandlers,
  ...bgpStateHandlers,
  ...loopbackAddressHandlers,
  ...scimTokenHandlers,
  ...searchHandlers,
  ...siloInstanceHandlers,
  ...sessionHandlers,
  ...siloHandlers,
  ...snapshotHandlers,
  ...sshKeyHandlers,
  ...supportBundleHandlers,
  ...switchPortSettingsHandlers,
  ...releaseHandlers,
  ...targetHandlers,
  ...trustRootHandlers,
  ...tagHandlers,
  ...timeseriesHandlers,
  ...userBuiltinHandlers,
  ...userHandlers,
  ...localUserHandlers,
  ...ownPasswordHandlers,
  ...ownSessionHandlers,
  ...secondFactorHandlers,
  ...userSessionHandlers,
  ...firewallRuleHandlers,
  ...gatewayHandlers,
  ...reachabilityHandlers,
  ...routerHandlers,
  ...subnetHandlers,
  ...vpcHandlers,
}
