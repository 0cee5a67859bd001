import type { OperationId } from '@granary/contract/contract.ts'

/** Which reads show a kind of resource: what a change of it makes stale. */
export const readsOf: Record<string, readonly OperationId[]> = {
  project: ['projectList', 'projectView'],
  instance: ['instanceList', 'instanceView', 'antiAffinityGroupMemberList', 'utilizationView'],
  'instance-network-interface': ['instanceNetworkInterfaceList', 'instanceNetworkInterfaceView'],
  disk: ['diskList', 'diskView', 'instanceDiskList', 'utilizationView'],
  snapshot: ['snapshotList', 'snapshotView', 'utilizationView'],
  'project-image': ['imageList', 'imageView'],
  'silo-image': ['imageList', 'imageView'],
  vpc: ['vpcList', 'vpcView'],
  'vpc-subnet': ['vpcSubnetList', 'vpcSubnetView'],
  'vpc-router': ['vpcRouterList'],
  'router-route': ['vpcRouterRouteList'],
  'internet-gateway': ['internetGatewayList'],
  'vpc-firewall-rule': ['vpcFirewallRulesView'],
  'floating-ip': ['floatingIpList', 'floatingIpView', 'instanceExternalIpList', 'instanceList'],
  'external-ip': ['instanceExternalIpList', 'instanceList'],
  'affinity-group': ['affinityGroupList', 'affinityGroupView', 'instanceAffinityGroupList'],
  'affinity-group-member': ['affinityGroupMemberList', 'instanceAffinityGroupList'],
  'anti-affinity-group-member': ['antiAffinityGroupMemberList', 'instanceAntiAffinityGroupList'],
  'anti-affinity-group': ['antiAffinityGroupList', 'antiAffinityGroupView', 'instanceAntiAffinityGroupList'],
  'ssh-key': ['currentUserSshKeyList', 'currentUserSshKeyView', 'instanceSshPublicKeyList'],
  'device-access-token': ['currentUserAccessTokenList', 'userTokenList'],
  'silo-auth-settings': ['authSettingsView'],
  silo: ['siloList', 'siloView'],
  'saml-identity-provider': ['siloIdentityProviderList', 'samlIdentityProviderView'],
  // Roles decide what else may be read, so whatever is asked next finds out by itself.
  'fleet-policy': ['systemPolicyView', 'currentUserView', 'systemAccessList'],
  'silo-policy': ['policyView', 'siloPolicyView', 'currentUserView', 'accessList', 'projectAccessList'],
  'project-policy': ['projectPolicyView', 'projectAccessList'],
  'scim-token': ['scimTokenList', 'scimTokenView'],
}
