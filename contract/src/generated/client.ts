// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../call.ts'

/** List access tokens of the current user. */
export const currentUserAccessTokenList = /* @__PURE__ */ call('currentUserAccessTokenList', 'GET', '/v1/me/access-tokens')
/** Delete access token of the current user. */
export const currentUserAccessTokenDelete = /* @__PURE__ */ call('currentUserAccessTokenDelete', 'DELETE', '/v1/me/access-tokens/{tokenId}', ['device-access-token'])
/** List access tokens of a user. */
export const userTokenList = /* @__PURE__ */ call('userTokenList', 'GET', '/v1/users/{userId}/access-tokens')
/** List the users and groups with access to the caller's silo. */
export const accessList = /* @__PURE__ */ extensionCall('accessList', 'GET', '/experimental/v1/access')
/** List the users and groups with access to a project. */
export const projectAccessList = /* @__PURE__ */ extensionCall('projectAccessList', 'GET', '/experimental/v1/projects/{project}/access')
/** List the users and groups with access to the fleet. */
export const systemAccessList = /* @__PURE__ */ extensionCall('systemAccessList', 'GET', '/experimental/v1/system/access')
/** List address lots. */
export const networkingAddressLotList = /* @__PURE__ */ call('networkingAddressLotList', 'GET', '/v1/system/networking/address-lot')
/** Create address lot. */
export const networkingAddressLotCreate = /* @__PURE__ */ call('networkingAddressLotCreate', 'POST', '/v1/system/networking/address-lot', ['address-lot', 'address-lot-block'])
/** Fetch address lot. */
export const networkingAddressLotView = /* @__PURE__ */ call('networkingAddressLotView', 'GET', '/v1/system/networking/address-lot/{addressLot}')
/** Delete address lot. */
export const networkingAddressLotDelete = /* @__PURE__ */ call('networkingAddressLotDelete', 'DELETE', '/v1/system/networking/address-lot/{addressLot}', ['address-lot', 'address-lot-block'])
/** List blocks of address lot. */
export const networkingAddressLotBlockList = /* @__PURE__ */ call('networkingAddressLotBlockList', 'GET', '/v1/system/networking/address-lot/{addressLot}/blocks')
/** List anti-affinity groups. */
export const antiAffinityGroupList = /* @__PURE__ */ call('antiAffinityGroupList', 'GET', '/v1/anti-affinity-groups')
/** Create anti-affinity group. */
export const antiAffinityGroupCreate = /* @__PURE__ */ call('antiAffinityGroupCreate', 'POST', '/v1/anti-affinity-groups', ['anti-affinity-group'])
/** Fetch anti-affinity group. */
export const antiAffinityGroupView = /* @__PURE__ */ call('antiAffinityGroupView', 'GET', '/v1/anti-affinity-groups/{antiAffinityGroup}')
/** Update anti-affinity group. */
export const antiAffinityGroupUpdate = /* @__PURE__ */ call('antiAffinityGroupUpdate', 'PUT', '/v1/anti-affinity-groups/{antiAffinityGroup}', ['anti-affinity-group'])
/** Delete anti-affinity group. */
export const antiAffinityGroupDelete = /* @__PURE__ */ call('antiAffinityGroupDelete', 'DELETE', '/v1/anti-affinity-groups/{antiAffinityGroup}', ['anti-affinity-group', 'anti-affinity-group-member'])
/** List members of an anti-affinity group. */
export const antiAffinityGroupMemberList = /* @__PURE__ */ call('antiAffinityGroupMemberList', 'GET', '/v1/anti-affinity-groups/{antiAffinityGroup}/members')
/** Fetch member of an anti-affinity group. */
export const antiAffinityGroupMemberInstanceView = /* @__PURE__ */ call('antiAffinityGroupMemberInstanceView', 'GET', '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}')
/** Add instance to anti-affinity group. */
export const antiAffinityGroupMemberInstanceAdd = /* @__PURE__ */ call('antiAffinityGroupMemberInstanceAdd', 'POST', '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}', ['anti-affinity-group-member', 'instance'])
/** Remove instance from anti-affinity group. */
export const antiAffinityGroupMemberInstanceDelete = /* @__PURE__ */ call('antiAffinityGroupMemberInstanceDelete', 'DELETE', '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}', ['anti-affinity-group-member', 'instance'])
/** List anti-affinity groups of an instance. */
export const instanceAntiAffinityGroupList = /* @__PURE__ */ call('instanceAntiAffinityGroupList', 'GET', '/v1/instances/{instance}/anti-affinity-groups')
/** List affinity groups. */
export const affinityGroupList = /* @__PURE__ */ call('affinityGroupList', 'GET', '/v1/affinity-groups')
/** Create affinity group. */
export const affinityGroupCreate = /* @__PURE__ */ call('affinityGroupCreate', 'POST', '/v1/affinity-groups', ['affinity-group'])
/** Fetch affinity group. */
export const affinityGroupView = /* @__PURE__ */ call('affinityGroupView', 'GET', '/v1/affinity-groups/{affinityGroup}')
/** Update affinity group. */
export const affinityGroupUpdate = /* @__PURE__ */ call('affinityGroupUpdate', 'PUT', '/v1/affinity-groups/{affinityGroup}', ['affinity-group'])
/** Delete affinity group. */
export const affinityGroupDelete = /* @__PURE__ */ call('affinityGroupDelete', 'DELETE', '/v1/affinity-groups/{affinityGroup}', ['affinity-group', 'affinity-group-member'])
/** List members of an affinity group. */
export const affinityGroupMemberList = /* @__PURE__ */ call('affinityGroupMemberList', 'GET', '/v1/affinity-groups/{affinityGroup}/members')
/** Fetch member of an affinity group. */
export const affinityGroupMemberInstanceView = /* @__PURE__ */ call('affinityGroupMemberInstanceView', 'GET', '/v1/affinity-groups/{affinityGroup}/members/instance/{instance}')
/** Add instance to affinity group. */
export const affinityGroupMemberInstanceAdd = /* @__PURE__ */ call('affinityGroupMemberInstanceAdd', 'POST', '/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', ['affinity-group-member', 'instance'])
/** Remove instance from affinity group. */
export const affinityGroupMemberInstanceDelete = /* @__PURE__ */ call('affinityGroupMemberInstanceDelete', 'DELETE', '/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', ['affinity-group-member', 'instance'])
/** List affinity groups of an instance. */
export const instanceAffinityGroupList = /* @__PURE__ */ call('instanceAffinityGroupList', 'GET', '/v1/instances/{instance}/affinity-groups')
/** Fetch how long logs are kept. */
export const logRetentionView = /* @__PURE__ */ extensionCall('logRetentionView', 'GET', '/experimental/v1/system/log-retention')
/** List audit log entries. */
export const auditLogList = /* @__PURE__ */ call('auditLogList', 'GET', '/v1/system/audit-log')
/** Fetch the caller's silo's settings for signing in. */
export const authSettingsView = /* @__PURE__ */ call('authSettingsView', 'GET', '/v1/auth-settings')
/** Update the caller's silo's settings for signing in. */
export const authSettingsUpdate = /* @__PURE__ */ call('authSettingsUpdate', 'PUT', '/v1/auth-settings', ['silo-auth-settings'])
/** Enable a BFD session. */
export const networkingBfdEnable = /* @__PURE__ */ call('networkingBfdEnable', 'POST', '/v1/system/networking/bfd-enable', ['bfd-session'])
/** Disable a BFD session. */
export const networkingBfdDisable = /* @__PURE__ */ call('networkingBfdDisable', 'POST', '/v1/system/networking/bfd-disable', ['bfd-session'])
/** List the states of BFD sessions. */
export const networkingBfdStatus = /* @__PURE__ */ call('networkingBfdStatus', 'GET', '/v1/system/networking/bfd-status')
/** List BGP sessions. */
export const networkingBgpStatus = /* @__PURE__ */ call('networkingBgpStatus', 'GET', '/v1/system/networking/bgp-status')
/** List imported routes. */
export const networkingBgpImported = /* @__PURE__ */ call('networkingBgpImported', 'GET', '/v1/system/networking/bgp-imported')
/** List exported routes. */
export const networkingBgpExported = /* @__PURE__ */ call('networkingBgpExported', 'GET', '/v1/system/networking/bgp-exported')
/** Fetch BGP messages. */
export const networkingBgpMessageHistory = /* @__PURE__ */ call('networkingBgpMessageHistory', 'GET', '/v1/system/networking/bgp-message-history')
/** List BGP configurations. */
export const networkingBgpConfigList = /* @__PURE__ */ call('networkingBgpConfigList', 'GET', '/v1/system/networking/bgp')
/** Create BGP configuration. */
export const networkingBgpConfigCreate = /* @__PURE__ */ call('networkingBgpConfigCreate', 'POST', '/v1/system/networking/bgp', ['bgp-config'])
/** Update BGP configuration. */
export const networkingBgpConfigUpdate = /* @__PURE__ */ call('networkingBgpConfigUpdate', 'PUT', '/v1/system/networking/bgp', ['bgp-config'])
/** Delete BGP configuration. */
export const networkingBgpConfigDelete = /* @__PURE__ */ call('networkingBgpConfigDelete', 'DELETE', '/v1/system/networking/bgp', ['bgp-config'])
/** List announce sets. */
export const networkingBgpAnnounceSetList = /* @__PURE__ */ call('networkingBgpAnnounceSetList', 'GET', '/v1/system/networking/bgp-announce-set')
/** Create or replace announce set. */
export const networkingBgpAnnounceSetUpdate = /* @__PURE__ */ call('networkingBgpAnnounceSetUpdate', 'PUT', '/v1/system/networking/bgp-announce-set', ['bgp-announce-set', 'bgp-announcement'])
/** Delete announce set. */
export const networkingBgpAnnounceSetDelete = /* @__PURE__ */ call('networkingBgpAnnounceSetDelete', 'DELETE', '/v1/system/networking/bgp-announce-set/{announceSet}', ['bgp-announce-set', 'bgp-announcement'])
/** List announcements. */
export const networkingBgpAnnouncementList = /* @__PURE__ */ call('networkingBgpAnnouncementList', 'GET', '/v1/system/networking/bgp-announce-set/{announceSet}/announcement')
/** List the caller's recent bulk jobs. */
export const bulkJobList = /* @__PURE__ */ extensionCall('bulkJobList', 'GET', '/experimental/v1/bulk-jobs')
/** Run one operation on many resources. */
export const bulkJobCreate = /* @__PURE__ */ extensionCall('bulkJobCreate', 'POST', '/experimental/v1/bulk-jobs', ['bulk-job'])
/** Fetch bulk job. */
export const bulkJobView = /* @__PURE__ */ extensionCall('bulkJobView', 'GET', '/experimental/v1/bulk-jobs/{job}')
/** List the results of a bulk job. */
export const bulkJobItemList = /* @__PURE__ */ extensionCall('bulkJobItemList', 'GET', '/experimental/v1/bulk-jobs/{job}/items')
/** Retry the failed resources of a bulk job. */
export const bulkJobRetry = /* @__PURE__ */ extensionCall('bulkJobRetry', 'POST', '/experimental/v1/bulk-jobs/{job}/retry', ['bulk-job'])
/** Check whether instances fit. */
export const capacityFit = /* @__PURE__ */ extensionCall('capacityFit', 'POST', '/experimental/v1/system/capacity/fit')
/** Estimate when the fleet runs out. */
export const capacityOutlook = /* @__PURE__ */ extensionCall('capacityOutlook', 'GET', '/experimental/v1/system/capacity/outlook')
/** Estimate when your silo runs out. */
export const siloCapacityOutlook = /* @__PURE__ */ extensionCall('siloCapacityOutlook', 'GET', '/experimental/v1/capacity/outlook')
/** List TLS certificates of a silo. */
export const certificateList = /* @__PURE__ */ call('certificateList', 'GET', '/v1/certificates')
/** Add TLS certificate to a silo. */
export const certificateCreate = /* @__PURE__ */ call('certificateCreate', 'POST', '/v1/certificates', ['certificate'])
/** Fetch TLS certificate. */
export const certificateView = /* @__PURE__ */ call('certificateView', 'GET', '/v1/certificates/{certificate}')
/** Delete TLS certificate. */
export const certificateDelete = /* @__PURE__ */ call('certificateDelete', 'DELETE', '/v1/certificates/{certificate}', ['certificate'])
/** Request a device code for a user to confirm in a browser. */
export const deviceAuthRequest = /* @__PURE__ */ call('deviceAuthRequest', 'POST', '/device/auth')
/** Confirm the code of a device. */
export const deviceAuthConfirm = /* @__PURE__ */ call('deviceAuthConfirm', 'POST', '/device/confirm', ['device-access-token'])
/** Describe the device that shows a code. */
export const deviceAuthInspect = /* @__PURE__ */ extensionCall('deviceAuthInspect', 'POST', '/experimental/v1/device/inspect')
/** Fetch the access token for a confirmed device code. */
export const deviceAccessToken = /* @__PURE__ */ call('deviceAccessToken', 'POST', '/device/token')
/** List disks. */
export const diskList = /* @__PURE__ */ call('diskList', 'GET', '/v1/disks')
/** Create disk. */
export const diskCreate = /* @__PURE__ */ call('diskCreate', 'POST', '/v1/disks', ['disk'])
/** Fetch disk. */
export const diskView = /* @__PURE__ */ call('diskView', 'GET', '/v1/disks/{disk}')
/** Delete disk. */
export const diskDelete = /* @__PURE__ */ call('diskDelete', 'DELETE', '/v1/disks/{disk}', ['disk', 'instance'])
/** Protect disk from deletion. */
export const diskProtect = /* @__PURE__ */ extensionCall('diskProtect', 'POST', '/experimental/v1/disks/{disk}/protect', ['disk'])
/** Lift the deletion protection of disk. */
export const diskUnprotect = /* @__PURE__ */ extensionCall('diskUnprotect', 'POST', '/experimental/v1/disks/{disk}/unprotect', ['disk'])
/** Start importing blocks into disk. */
export const diskBulkWriteImportStart = /* @__PURE__ */ call('diskBulkWriteImportStart', 'POST', '/v1/disks/{disk}/bulk-write-start', ['disk'])
/** Import blocks into disk, as base64. */
export const diskBulkWriteImport = /* @__PURE__ */ call('diskBulkWriteImport', 'POST', '/v1/disks/{disk}/bulk-write')
/** Import blocks into disk, as raw bytes. */
export const diskWriteBlocks = /* @__PURE__ */ extensionCall('diskWriteBlocks', 'PUT', '/experimental/v1/disks/{disk}/blocks')
/** Pause the import of blocks into disk. */
export const diskBulkWriteImportStop = /* @__PURE__ */ call('diskBulkWriteImportStop', 'POST', '/v1/disks/{disk}/bulk-write-stop', ['disk'])
/** Hold the import of disk for one upload. */
export const diskHoldImport = /* @__PURE__ */ extensionCall('diskHoldImport', 'PUT', '/experimental/v1/disks/{disk}/import-holder')
/** List digests of the imported blocks of disk. */
export const diskBlockDigests = /* @__PURE__ */ extensionCall('diskBlockDigests', 'GET', '/experimental/v1/disks/{disk}/block-digests')
/** Finish the import of disk. */
export const diskFinalizeImport = /* @__PURE__ */ call('diskFinalizeImport', 'POST', '/v1/disks/{disk}/finalize', ['disk', 'snapshot'])
/** Follow changes as server-sent events. */
export const eventStream = /* @__PURE__ */ extensionCall('eventStream', 'GET', '/experimental/v1/events')
/** List external IP addresses of an instance. */
export const instanceExternalIpList = /* @__PURE__ */ call('instanceExternalIpList', 'GET', '/v1/instances/{instance}/external-ips')
/** Attach ephemeral IP to instance. */
export const instanceEphemeralIpAttach = /* @__PURE__ */ call('instanceEphemeralIpAttach', 'POST', '/v1/instances/{instance}/external-ips/ephemeral', ['external-ip'])
/** Detach ephemeral IP from instance. */
export const instanceEphemeralIpDetach = /* @__PURE__ */ call('instanceEphemeralIpDetach', 'DELETE', '/v1/instances/{instance}/external-ips/ephemeral', ['external-ip'])
/** List external subnets. */
export const externalSubnetList = /* @__PURE__ */ call('externalSubnetList', 'GET', '/v1/external-subnets')
/** Create external subnet. */
export const externalSubnetCreate = /* @__PURE__ */ call('externalSubnetCreate', 'POST', '/v1/external-subnets', ['external-subnet'])
/** Fetch external subnet. */
export const externalSubnetView = /* @__PURE__ */ call('externalSubnetView', 'GET', '/v1/external-subnets/{externalSubnet}')
/** Update external subnet. */
export const externalSubnetUpdate = /* @__PURE__ */ call('externalSubnetUpdate', 'PUT', '/v1/external-subnets/{externalSubnet}', ['external-subnet'])
/** Delete external subnet. */
export const externalSubnetDelete = /* @__PURE__ */ call('externalSubnetDelete', 'DELETE', '/v1/external-subnets/{externalSubnet}', ['external-subnet'])
/** Attach external subnet to an instance. */
export const externalSubnetAttach = /* @__PURE__ */ call('externalSubnetAttach', 'POST', '/v1/external-subnets/{externalSubnet}/attach', ['external-subnet'])
/** Detach external subnet. */
export const externalSubnetDetach = /* @__PURE__ */ call('externalSubnetDetach', 'POST', '/v1/external-subnets/{externalSubnet}/detach', ['external-subnet'])
/** List external subnets of an instance. */
export const instanceExternalSubnetList = /* @__PURE__ */ call('instanceExternalSubnetList', 'GET', '/v1/instances/{instance}/external-subnets')
/** List firewall rules of a VPC. */
export const vpcFirewallRulesView = /* @__PURE__ */ call('vpcFirewallRulesView', 'GET', '/v1/vpc-firewall-rules')
/** Replace firewall rules of a VPC. */
export const vpcFirewallRulesUpdate = /* @__PURE__ */ call('vpcFirewallRulesUpdate', 'PUT', '/v1/vpc-firewall-rules', ['vpc-firewall-rule'])
/** List floating IPs. */
export const floatingIpList = /* @__PURE__ */ call('floatingIpList', 'GET', '/v1/floating-ips')
/** Create floating IP. */
export const floatingIpCreate = /* @__PURE__ */ call('floatingIpCreate', 'POST', '/v1/floating-ips', ['floating-ip'])
/** Update floating IP. */
export const floatingIpUpdate = /* @__PURE__ */ call('floatingIpUpdate', 'PUT', '/v1/floating-ips/{floatingIp}', ['floating-ip'])
/** Delete floating IP. */
export const floatingIpDelete = /* @__PURE__ */ call('floatingIpDelete', 'DELETE', '/v1/floating-ips/{floatingIp}', ['floating-ip'])
/** Attach floating IP to an instance. */
export const floatingIpAttach = /* @__PURE__ */ call('floatingIpAttach', 'POST', '/v1/floating-ips/{floatingIp}/attach', ['floating-ip'])
/** Detach floating IP. */
export const floatingIpDetach = /* @__PURE__ */ call('floatingIpDetach', 'POST', '/v1/floating-ips/{floatingIp}/detach', ['floating-ip'])
/** Fetch floating IP. */
export const floatingIpView = /* @__PURE__ */ call('floatingIpView', 'GET', '/v1/floating-ips/{floatingIp}')
/** List racks. */
export const rackList = /* @__PURE__ */ call('rackList', 'GET', '/v1/system/hardware/racks')
/** Fetch rack. */
export const rackView = /* @__PURE__ */ call('rackView', 'GET', '/v1/system/hardware/racks/{rackId}')
/** List sleds. */
export const sledList = /* @__PURE__ */ call('sledList', 'GET', '/v1/system/hardware/sleds')
/** List uninitialized sleds. */
export const sledListUninitialized = /* @__PURE__ */ call('sledListUninitialized', 'GET', '/v1/system/hardware/sleds-uninitialized')
/** Fetch sled. */
export const sledView = /* @__PURE__ */ call('sledView', 'GET', '/v1/system/hardware/sleds/{sledId}')
/** Set the provision policy of a sled. */
export const sledSetProvisionPolicy = /* @__PURE__ */ call('sledSetProvisionPolicy', 'PUT', '/v1/system/hardware/sleds/{sledId}/provision-policy', ['sled'])
/** List physical disks of a sled. */
export const sledPhysicalDiskList = /* @__PURE__ */ call('sledPhysicalDiskList', 'GET', '/v1/system/hardware/sleds/{sledId}/disks')
/** List instances on a sled. */
export const sledInstanceList = /* @__PURE__ */ call('sledInstanceList', 'GET', '/v1/system/hardware/sleds/{sledId}/instances')
/** Fetch the sled of an instance. */
export const instanceSledView = /* @__PURE__ */ extensionCall('instanceSledView', 'GET', '/experimental/v1/system/instances/{instance}/sled')
/** List physical disks. */
export const physicalDiskList = /* @__PURE__ */ call('physicalDiskList', 'GET', '/v1/system/hardware/disks')
/** Fetch physical disk. */
export const physicalDiskView = /* @__PURE__ */ call('physicalDiskView', 'GET', '/v1/system/hardware/disks/{diskId}')
/** List unadopted physical disks. */
export const physicalDiskListUnadopted = /* @__PURE__ */ call('physicalDiskListUnadopted', 'GET', '/v1/system/hardware/disks-unadopted')
/** List adoption requests. */
export const physicalDiskListAdoptionRequests = /* @__PURE__ */ call('physicalDiskListAdoptionRequests', 'GET', '/v1/system/hardware/disk-adoption-requests')
/** Request the adoption of a physical disk. */
export const physicalDiskEnableAdoption = /* @__PURE__ */ call('physicalDiskEnableAdoption', 'PUT', '/v1/system/hardware/disk-adoption-request', ['physical-disk-adoption-request'])
/** Withdraw an adoption request. */
export const physicalDiskDisableAdoption = /* @__PURE__ */ call('physicalDiskDisableAdoption', 'DELETE', '/v1/system/hardware/disk-adoption-request/{physicalDiskAdoptionReqId}', ['physical-disk-adoption-request'])
/** List the changes of a resource. */
export const resourceHistory = /* @__PURE__ */ extensionCall('resourceHistory', 'GET', '/experimental/v1/history/{resourceId}')
/** List the identity providers of a silo. */
export const siloIdentityProviderList = /* @__PURE__ */ call('siloIdentityProviderList', 'GET', '/v1/system/identity-providers')
/** Create SAML identity provider. */
export const samlIdentityProviderCreate = /* @__PURE__ */ call('samlIdentityProviderCreate', 'POST', '/v1/system/identity-providers/saml', ['saml-identity-provider'])
/** Fetch SAML identity provider. */
export const samlIdentityProviderView = /* @__PURE__ */ call('samlIdentityProviderView', 'GET', '/v1/system/identity-providers/saml/{provider}')
/** Change the settings of a SAML identity provider. */
export const samlIdentityProviderUpdate = /* @__PURE__ */ extensionCall('samlIdentityProviderUpdate', 'PUT', '/experimental/v1/system/identity-providers/saml/{provider}', ['saml-identity-provider', 'silo-user', 'device-access-token'])
/** Replace the metadata of a SAML identity provider. */
export const samlIdentityProviderReplaceMetadata = /* @__PURE__ */ extensionCall('samlIdentityProviderReplaceMetadata', 'PUT', '/experimental/v1/system/identity-providers/saml/{provider}/metadata', ['saml-identity-provider'])
/** Delete SAML identity provider. */
export const samlIdentityProviderDelete = /* @__PURE__ */ extensionCall('samlIdentityProviderDelete', 'DELETE', '/experimental/v1/system/identity-providers/saml/{provider}', ['saml-identity-provider', 'silo-user', 'device-access-token'])
/** Redirect the browser to the identity provider. */
export const loginSamlRedirect = /* @__PURE__ */ call('loginSamlRedirect', 'GET', '/login/{siloName}/saml/{providerName}/redirect')
/** Sign in with a SAML response. */
export const loginSaml = /* @__PURE__ */ call('loginSaml', 'POST', '/login/{siloName}/saml/{providerName}', ['silo-user', 'silo-group', 'silo-policy'])
/** Start the session of an accepted SAML response. */
export const loginSamlFinish = /* @__PURE__ */ call('loginSamlFinish', 'GET', '/login/{siloName}/saml/{providerName}/finish')
/** Fetch the user of an accepted SAML response. */
export const loginSamlAnswerView = /* @__PURE__ */ call('loginSamlAnswerView', 'GET', '/login/{siloName}/saml/{providerName}/answer')
/** Replace another user's session by that of an accepted SAML response. */
export const loginSamlConfirm = /* @__PURE__ */ call('loginSamlConfirm', 'POST', '/login/{siloName}/saml/{providerName}/confirm')
/** List image fetches. */
export const imageFetchList = /* @__PURE__ */ extensionCall('imageFetchList', 'GET', '/experimental/v1/image-fetches')
/** Fetch image from an address. */
export const imageFetchCreate = /* @__PURE__ */ extensionCall('imageFetchCreate', 'POST', '/experimental/v1/image-fetches', ['image-fetch'])
/** Fetch image fetch. */
export const imageFetchView = /* @__PURE__ */ extensionCall('imageFetchView', 'GET', '/experimental/v1/image-fetches/{fetch}')
/** Cancel image fetch. */
export const imageFetchCancel = /* @__PURE__ */ extensionCall('imageFetchCancel', 'POST', '/experimental/v1/image-fetches/{fetch}/cancel', ['image-fetch'])
/** Retry image fetch. */
export const imageFetchRetry = /* @__PURE__ */ extensionCall('imageFetchRetry', 'POST', '/experimental/v1/image-fetches/{fetch}/retry', ['image-fetch'])
/** Fetch image catalog. */
export const imageCatalogView = /* @__PURE__ */ extensionCall('imageCatalogView', 'GET', '/experimental/v1/image-catalog')
/** List images of a project, or of the silo when no project is given. */
export const imageList = /* @__PURE__ */ call('imageList', 'GET', '/v1/images')
/** Create image of a project, or of the silo when no project is given. */
export const imageCreate = /* @__PURE__ */ call('imageCreate', 'POST', '/v1/images', ['project-image', 'silo-image'])
/** Delete image. */
export const imageDelete = /* @__PURE__ */ call('imageDelete', 'DELETE', '/v1/images/{image}', ['project-image', 'silo-image'])
/** Promote a project's image to its silo. */
export const imagePromote = /* @__PURE__ */ call('imagePromote', 'POST', '/v1/images/{image}/promote', ['project-image', 'silo-image'])
/** Demote a silo's image to a project. */
export const imageDemote = /* @__PURE__ */ call('imageDemote', 'POST', '/v1/images/{image}/demote', ['project-image', 'silo-image'])
/** Fetch the disks made from an image. */
export const imageDisks = /* @__PURE__ */ extensionCall('imageDisks', 'GET', '/experimental/v1/images/{image}/disks')
/** Fetch image. */
export const imageView = /* @__PURE__ */ call('imageView', 'GET', '/v1/images/{image}')
/** Start instance. */
export const instanceStart = /* @__PURE__ */ call('instanceStart', 'POST', '/v1/instances/{instance}/start', ['instance'])
/** Stop instance. */
export const instanceStop = /* @__PURE__ */ call('instanceStop', 'POST', '/v1/instances/{instance}/stop', ['instance'])
/** Reboot instance. */
export const instanceReboot = /* @__PURE__ */ call('instanceReboot', 'POST', '/v1/instances/{instance}/reboot', ['instance'])
/** Protect instance from deletion. */
export const instanceProtect = /* @__PURE__ */ extensionCall('instanceProtect', 'POST', '/experimental/v1/instances/{instance}/protect', ['instance'])
/** Lift the deletion protection of instance. */
export const instanceUnprotect = /* @__PURE__ */ extensionCall('instanceUnprotect', 'POST', '/experimental/v1/instances/{instance}/unprotect', ['instance'])
/** Fetch serial console history of an instance. */
export const instanceSerialConsole = /* @__PURE__ */ call('instanceSerialConsole', 'GET', '/v1/instances/{instance}/serial-console')
/** Connect to the serial console of an instance (websocket). */
export const instanceSerialConsoleStream = /* @__PURE__ */ call('instanceSerialConsoleStream', 'GET', '/v1/instances/{instance}/serial-console/stream')
/** Delete instance, with the given disks. */
export const instanceDelete = /* @__PURE__ */ call('instanceDelete', 'DELETE', '/v1/instances/{instance}', ['instance', 'disk', 'instance-network-interface', 'external-ip', 'floating-ip', 'external-subnet', 'affinity-group-member', 'multicast-group', 'multicast-group-member', 'anti-affinity-group-member'])
/** Fetch the deletion plan of an instance. */
export const instanceDeletionPlan = /* @__PURE__ */ extensionCall('instanceDeletionPlan', 'GET', '/experimental/v1/instances/{instance}/deletion-plan')
/** Sum up the deletion plans of many instances. */
export const instancesDeletionSummary = /* @__PURE__ */ extensionCall('instancesDeletionSummary', 'POST', '/experimental/v1/instances-deletion-summary')
/** List disks of an instance. */
export const instanceDiskList = /* @__PURE__ */ call('instanceDiskList', 'GET', '/v1/instances/{instance}/disks')
/** Attach disk to instance. */
export const instanceDiskAttach = /* @__PURE__ */ call('instanceDiskAttach', 'POST', '/v1/instances/{instance}/disks/attach', ['disk'])
/** Detach disk from instance. */
export const instanceDiskDetach = /* @__PURE__ */ call('instanceDiskDetach', 'POST', '/v1/instances/{instance}/disks/detach', ['disk'])
/** List instances. */
export const instanceList = /* @__PURE__ */ call('instanceList', 'GET', '/v1/instances')
/** Create instance. */
export const instanceCreate = /* @__PURE__ */ call('instanceCreate', 'POST', '/v1/instances', ['instance', 'disk', 'instance-network-interface', 'external-ip', 'floating-ip', 'anti-affinity-group-member', 'multicast-group', 'multicast-group-member'])
/** Fetch instance. */
export const instanceView = /* @__PURE__ */ call('instanceView', 'GET', '/v1/instances/{instance}')
/** Update instance. */
export const instanceUpdate = /* @__PURE__ */ call('instanceUpdate', 'PUT', '/v1/instances/{instance}', ['instance', 'multicast-group', 'multicast-group-member'])
/** List SSH public keys of an instance. */
export const instanceSshPublicKeyList = /* @__PURE__ */ call('instanceSshPublicKeyList', 'GET', '/v1/instances/{instance}/ssh-public-keys')
/** List internet gateways of a VPC. */
export const internetGatewayList = /* @__PURE__ */ call('internetGatewayList', 'GET', '/v1/internet-gateways')
/** Create internet gateway. */
export const internetGatewayCreate = /* @__PURE__ */ call('internetGatewayCreate', 'POST', '/v1/internet-gateways', ['internet-gateway'])
/** Fetch internet gateway. */
export const internetGatewayView = /* @__PURE__ */ call('internetGatewayView', 'GET', '/v1/internet-gateways/{gateway}')
/** Delete internet gateway. */
export const internetGatewayDelete = /* @__PURE__ */ call('internetGatewayDelete', 'DELETE', '/v1/internet-gateways/{gateway}', ['internet-gateway', 'internet-gateway-ip-pool', 'internet-gateway-ip-address', 'router-route'])
/** List IP pools of an internet gateway. */
export const internetGatewayIpPoolList = /* @__PURE__ */ call('internetGatewayIpPoolList', 'GET', '/v1/internet-gateway-ip-pools')
/** Attach IP pool to an internet gateway. */
export const internetGatewayIpPoolCreate = /* @__PURE__ */ call('internetGatewayIpPoolCreate', 'POST', '/v1/internet-gateway-ip-pools', ['internet-gateway-ip-pool'])
/** Detach IP pool from an internet gateway. */
export const internetGatewayIpPoolDelete = /* @__PURE__ */ call('internetGatewayIpPoolDelete', 'DELETE', '/v1/internet-gateway-ip-pools/{pool}', ['internet-gateway-ip-pool'])
/** List IP addresses of an internet gateway. */
export const internetGatewayIpAddressList = /* @__PURE__ */ call('internetGatewayIpAddressList', 'GET', '/v1/internet-gateway-ip-addresses')
/** Attach IP address to an internet gateway. */
export const internetGatewayIpAddressCreate = /* @__PURE__ */ call('internetGatewayIpAddressCreate', 'POST', '/v1/internet-gateway-ip-addresses', ['internet-gateway-ip-address'])
/** Detach IP address from an internet gateway. */
export const internetGatewayIpAddressDelete = /* @__PURE__ */ call('internetGatewayIpAddressDelete', 'DELETE', '/v1/internet-gateway-ip-addresses/{address}', ['internet-gateway-ip-address'])
/** List IP pools linked to the caller's silo. */
export const ipPoolList = /* @__PURE__ */ call('ipPoolList', 'GET', '/v1/ip-pools')
/** Fetch IP pool. */
export const ipPoolView = /* @__PURE__ */ call('ipPoolView', 'GET', '/v1/ip-pools/{pool}')
/** List issues of the silo. */
export const issueList = /* @__PURE__ */ extensionCall('issueList', 'GET', '/experimental/v1/issues')
/** List issues of the fleet. */
export const systemIssueList = /* @__PURE__ */ extensionCall('systemIssueList', 'GET', '/experimental/v1/system/issues')
/** Count issues of the silo. */
export const issueCount = /* @__PURE__ */ extensionCall('issueCount', 'GET', '/experimental/v1/issue-count')
/** Count issues of the fleet. */
export const systemIssueCount = /* @__PURE__ */ extensionCall('systemIssueCount', 'GET', '/experimental/v1/system/issue-count')
/** Snooze an issue. */
export const issueSnooze = /* @__PURE__ */ extensionCall('issueSnooze', 'PUT', '/experimental/v1/issue-snoozes/{issue}')
/** End the snooze of an issue. */
export const issueWake = /* @__PURE__ */ extensionCall('issueWake', 'DELETE', '/experimental/v1/issue-snoozes/{issue}')
/** List LLDP neighbors of a switch port. */
export const networkingSwitchPortLldpNeighbors = /* @__PURE__ */ call('networkingSwitchPortLldpNeighbors', 'GET', '/v1/system/hardware/rack-switch-port/{rackId}/{switchSlot}/{port}/lldp/neighbors')
/** Fetch LLDP settings of a switch port. */
export const networkingSwitchPortLldpConfigView = /* @__PURE__ */ call('networkingSwitchPortLldpConfigView', 'GET', '/v1/system/hardware/switch-port/{port}/lldp/config')
/** Update LLDP settings of a switch port. */
export const networkingSwitchPortLldpConfigUpdate = /* @__PURE__ */ call('networkingSwitchPortLldpConfigUpdate', 'POST', '/v1/system/hardware/switch-port/{port}/lldp/config', ['switch-port-settings'])
/** List loopback addresses. */
export const networkingLoopbackAddressList = /* @__PURE__ */ call('networkingLoopbackAddressList', 'GET', '/v1/system/networking/loopback-address')
/** Create loopback address. */
export const networkingLoopbackAddressCreate = /* @__PURE__ */ call('networkingLoopbackAddressCreate', 'POST', '/v1/system/networking/loopback-address', ['loopback-address'])
/** Delete loopback address. */
export const networkingLoopbackAddressDelete = /* @__PURE__ */ call('networkingLoopbackAddressDelete', 'DELETE', '/v1/system/networking/loopback-address/{rackId}/{switchSlot}/{address}/{subnetMask}', ['loopback-address'])
/** List the changes of provisioned resources of your silo, or of a project. */
export const siloMetric = /* @__PURE__ */ call('siloMetric', 'GET', '/v1/metrics/{metricName}')
/** List the changes of provisioned resources of the fleet, or of a silo. */
export const systemMetric = /* @__PURE__ */ call('systemMetric', 'GET', '/v1/system/metrics/{metricName}')
/** List multicast groups. */
export const multicastGroupList = /* @__PURE__ */ call('multicastGroupList', 'GET', '/v1/multicast-groups')
/** Fetch multicast group. */
export const multicastGroupView = /* @__PURE__ */ call('multicastGroupView', 'GET', '/v1/multicast-groups/{multicastGroup}')
/** List members of multicast group. */
export const multicastGroupMemberList = /* @__PURE__ */ call('multicastGroupMemberList', 'GET', '/v1/multicast-groups/{multicastGroup}/members')
/** List multicast groups of an instance. */
export const instanceMulticastGroupList = /* @__PURE__ */ call('instanceMulticastGroupList', 'GET', '/v1/instances/{instance}/multicast-groups')
/** Join multicast group. */
export const instanceMulticastGroupJoin = /* @__PURE__ */ call('instanceMulticastGroupJoin', 'PUT', '/v1/instances/{instance}/multicast-groups/{multicastGroup}', ['multicast-group', 'multicast-group-member'])
/** Leave multicast group. */
export const instanceMulticastGroupLeave = /* @__PURE__ */ call('instanceMulticastGroupLeave', 'DELETE', '/v1/instances/{instance}/multicast-groups/{multicastGroup}', ['multicast-group', 'multicast-group-member'])
/** List network interfaces of an instance. */
export const instanceNetworkInterfaceList = /* @__PURE__ */ call('instanceNetworkInterfaceList', 'GET', '/v1/network-interfaces')
/** Create network interface of an instance. */
export const instanceNetworkInterfaceCreate = /* @__PURE__ */ call('instanceNetworkInterfaceCreate', 'POST', '/v1/network-interfaces', ['instance-network-interface', 'external-ip'])
/** Fetch network interface. */
export const instanceNetworkInterfaceView = /* @__PURE__ */ call('instanceNetworkInterfaceView', 'GET', '/v1/network-interfaces/{interface}')
/** Update network interface. */
export const instanceNetworkInterfaceUpdate = /* @__PURE__ */ call('instanceNetworkInterfaceUpdate', 'PUT', '/v1/network-interfaces/{interface}', ['instance-network-interface', 'external-ip'])
/** Delete network interface. */
export const instanceNetworkInterfaceDelete = /* @__PURE__ */ call('instanceNetworkInterfaceDelete', 'DELETE', '/v1/network-interfaces/{interface}', ['instance-network-interface', 'external-ip'])
/** Fetch the allow list. */
export const networkingAllowListView = /* @__PURE__ */ call('networkingAllowListView', 'GET', '/v1/system/networking/allow-list')
/** Replace the allow list. */
export const networkingAllowListUpdate = /* @__PURE__ */ call('networkingAllowListUpdate', 'PUT', '/v1/system/networking/allow-list', ['networking-settings'])
/** Fetch whether services receive ICMP. */
export const networkingInboundIcmpView = /* @__PURE__ */ call('networkingInboundIcmpView', 'GET', '/v1/system/networking/inbound-icmp')
/** Set whether services receive ICMP. */
export const networkingInboundIcmpUpdate = /* @__PURE__ */ call('networkingInboundIcmpUpdate', 'PUT', '/v1/system/networking/inbound-icmp', ['networking-settings'])
/** Fetch networking settings. */
export const systemNetworkingSettingsView = /* @__PURE__ */ call('systemNetworkingSettingsView', 'GET', '/v1/system/networking/settings')
/** Update networking settings. */
export const systemNetworkingSettingsUpdate = /* @__PURE__ */ call('systemNetworkingSettingsUpdate', 'PUT', '/v1/system/networking/settings', ['networking-settings'])
/** Count the resources of a project. */
export const projectCounts = /* @__PURE__ */ extensionCall('projectCounts', 'GET', '/experimental/v1/projects/{project}/counts')
/** Fetch what needs attention in a project, and what changed last. */
export const projectOverview = /* @__PURE__ */ extensionCall('projectOverview', 'GET', '/experimental/v1/projects/{project}/overview')
/** List your own sessions. */
export const currentUserSessionList = /* @__PURE__ */ extensionCall('currentUserSessionList', 'GET', '/experimental/v1/me/sessions')
/** End one of your sessions. */
export const currentUserSessionDelete = /* @__PURE__ */ extensionCall('currentUserSessionDelete', 'DELETE', '/experimental/v1/me/sessions/{sessionId}', ['silo-user'])
/** End your other sessions. */
export const currentUserSessionEndOthers = /* @__PURE__ */ extensionCall('currentUserSessionEndOthers', 'POST', '/experimental/v1/me/sessions/end-others', ['silo-user'])
/** Fetch the fleet's role assignments. */
export const systemPolicyView = /* @__PURE__ */ call('systemPolicyView', 'GET', '/v1/system/policy')
/** Replace the fleet's role assignments. */
export const systemPolicyUpdate = /* @__PURE__ */ call('systemPolicyUpdate', 'PUT', '/v1/system/policy', ['fleet-policy'])
/** Fetch the role assignments of the caller's silo. */
export const policyView = /* @__PURE__ */ call('policyView', 'GET', '/v1/policy')
/** Replace the role assignments of the caller's silo. */
export const policyUpdate = /* @__PURE__ */ call('policyUpdate', 'PUT', '/v1/policy', ['silo-policy'])
/** Fetch a silo's role assignments. */
export const siloPolicyView = /* @__PURE__ */ call('siloPolicyView', 'GET', '/v1/system/silos/{silo}/policy')
/** Replace a silo's role assignments. */
export const siloPolicyUpdate = /* @__PURE__ */ call('siloPolicyUpdate', 'PUT', '/v1/system/silos/{silo}/policy', ['silo-policy'])
/** Fetch a project's role assignments. */
export const projectPolicyView = /* @__PURE__ */ call('projectPolicyView', 'GET', '/v1/projects/{project}/policy')
/** Replace a project's role assignments. */
export const projectPolicyUpdate = /* @__PURE__ */ call('projectPolicyUpdate', 'PUT', '/v1/projects/{project}/policy', ['project-policy'])
/** List probes. */
export const probeList = /* @__PURE__ */ extensionCall('probeList', 'GET', '/experimental/v1/probes')
/** Create probe. */
export const probeCreate = /* @__PURE__ */ extensionCall('probeCreate', 'POST', '/experimental/v1/probes', ['probe', 'external-ip'])
/** Fetch probe. */
export const probeView = /* @__PURE__ */ extensionCall('probeView', 'GET', '/experimental/v1/probes/{probe}')
/** Delete probe. */
export const probeDelete = /* @__PURE__ */ extensionCall('probeDelete', 'DELETE', '/experimental/v1/probes/{probe}', ['probe', 'external-ip'])
/** List projects. */
export const projectList = /* @__PURE__ */ call('projectList', 'GET', '/v1/projects')
/** Create project. */
export const projectCreate = /* @__PURE__ */ call('projectCreate', 'POST', '/v1/projects', ['project', 'vpc', 'vpc-subnet', 'vpc-router', 'router-route', 'internet-gateway', 'internet-gateway-ip-pool', 'vpc-firewall-rule'])
/** Fetch project. */
export const projectView = /* @__PURE__ */ call('projectView', 'GET', '/v1/projects/{project}')
/** Update project. */
export const projectUpdate = /* @__PURE__ */ call('projectUpdate', 'PUT', '/v1/projects/{project}', ['project'])
/** Delete project. */
export const projectDelete = /* @__PURE__ */ call('projectDelete', 'DELETE', '/v1/projects/{project}', ['project'])
/** Fetch what a project contains and what stands in the way of deleting it. */
export const projectDeletionPlan = /* @__PURE__ */ extensionCall('projectDeletionPlan', 'GET', '/experimental/v1/projects/{project}/deletion-plan')
/** Delete a project and everything in it. */
export const projectDeleteWithContents = /* @__PURE__ */ extensionCall('projectDeleteWithContents', 'POST', '/experimental/v1/projects/{project}/delete-with-contents', ['affinity-group', 'affinity-group-member', 'anti-affinity-group', 'anti-affinity-group-member', 'disk', 'external-ip', 'external-subnet', 'floating-ip', 'image-fetch', 'instance', 'instance-network-interface', 'internet-gateway', 'internet-gateway-ip-address', 'internet-gateway-ip-pool', 'multicast-group-member', 'probe', 'project-image', 'router-route', 'snapshot', 'vpc', 'vpc-firewall-rule', 'vpc-router', 'vpc-subnet', 'multicast-group', 'project', 'bulk-job'])
/** List the quotas of all silos. */
export const systemQuotasList = /* @__PURE__ */ call('systemQuotasList', 'GET', '/v1/system/silo-quotas')
/** Fetch the quotas of a silo. */
export const siloQuotasView = /* @__PURE__ */ call('siloQuotasView', 'GET', '/v1/system/silos/{silo}/quotas')
/** Update the quotas of a silo. */
export const siloQuotasUpdate = /* @__PURE__ */ call('siloQuotasUpdate', 'PUT', '/v1/system/silos/{silo}/quotas', ['silo-quotas'])
/** Fetch the utilization of the caller's silo. */
export const utilizationView = /* @__PURE__ */ call('utilizationView', 'GET', '/v1/utilization')
/** List the utilization of silos. */
export const siloUtilizationList = /* @__PURE__ */ call('siloUtilizationList', 'GET', '/v1/system/utilization/silos')
/** Fetch the utilization of a silo. */
export const siloUtilizationView = /* @__PURE__ */ call('siloUtilizationView', 'GET', '/v1/system/utilization/silos/{silo}')
/** Explain reachability. */
export const vpcExplain = /* @__PURE__ */ extensionCall('vpcExplain', 'POST', '/experimental/v1/vpcs/{vpc}/reachability')
/** List a silo's SCIM tokens, oldest first. */
export const scimTokenList = /* @__PURE__ */ call('scimTokenList', 'GET', '/v1/system/scim/tokens')
/** Create SCIM token. */
export const scimTokenCreate = /* @__PURE__ */ call('scimTokenCreate', 'POST', '/v1/system/scim/tokens', ['scim-token'])
/** Fetch SCIM token. */
export const scimTokenView = /* @__PURE__ */ call('scimTokenView', 'GET', '/v1/system/scim/tokens/{tokenId}')
/** Change the strongest fleet role of a SCIM token. */
export const scimTokenUpdate = /* @__PURE__ */ extensionCall('scimTokenUpdate', 'PUT', '/experimental/v1/system/scim/tokens/{tokenId}', ['scim-token'])
/** Delete SCIM token. */
export const scimTokenDelete = /* @__PURE__ */ call('scimTokenDelete', 'DELETE', '/v1/system/scim/tokens/{tokenId}', ['scim-token'])
/** Find resources by name, ID or address. */
export const resourceSearch = /* @__PURE__ */ extensionCall('resourceSearch', 'GET', '/experimental/v1/search')
/** List instances of all projects. */
export const siloInstanceList = /* @__PURE__ */ extensionCall('siloInstanceList', 'GET', '/experimental/v1/instances')
/** Count instances by the image that they boot from. */
export const instanceImageList = /* @__PURE__ */ extensionCall('instanceImageList', 'GET', '/experimental/v1/instance-images')
/** Count the instances of all projects by state. */
export const siloInstanceCounts = /* @__PURE__ */ extensionCall('siloInstanceCounts', 'GET', '/experimental/v1/instance-counts')
/** Begin to set up your second factor. */
export const currentUserSecondFactorSetup = /* @__PURE__ */ extensionCall('currentUserSecondFactorSetup', 'POST', '/experimental/v1/me/second-factor/setup')
/** Confirm your second factor with a code. */
export const currentUserSecondFactorConfirm = /* @__PURE__ */ extensionCall('currentUserSecondFactorConfirm', 'POST', '/experimental/v1/me/second-factor/confirm', ['silo-user'])
/** Replace your recovery codes. */
export const currentUserSecondFactorRecovery = /* @__PURE__ */ extensionCall('currentUserSecondFactorRecovery', 'POST', '/experimental/v1/me/second-factor/recovery-codes', ['silo-user'])
/** Remove your second factor. */
export const currentUserSecondFactorRemove = /* @__PURE__ */ extensionCall('currentUserSecondFactorRemove', 'POST', '/experimental/v1/me/second-factor/remove', ['silo-user'])
/** Fetch whether a user has a second factor. */
export const siloUserSecondFactorView = /* @__PURE__ */ extensionCall('siloUserSecondFactorView', 'GET', '/experimental/v1/system/users/{userId}/second-factor')
/** Remove a user's second factor. */
export const siloUserSecondFactorReset = /* @__PURE__ */ extensionCall('siloUserSecondFactorReset', 'DELETE', '/experimental/v1/system/users/{userId}/second-factor', ['silo-user', 'device-access-token'])
/** Check that the API answers. */
export const ping = /* @__PURE__ */ call('ping', 'GET', '/v1/ping')
/** Sign in with a user name and password. */
export const loginLocal = /* @__PURE__ */ call('loginLocal', 'POST', '/v1/login/{siloName}/local')
/** Sign out of the current session. */
export const logout = /* @__PURE__ */ call('logout', 'POST', '/v1/logout')
/** Fetch the current user. */
export const currentUserView = /* @__PURE__ */ call('currentUserView', 'GET', '/v1/me')
/** List the groups of the current user. */
export const currentUserGroups = /* @__PURE__ */ call('currentUserGroups', 'GET', '/v1/me/groups')
/** List silos. */
export const siloList = /* @__PURE__ */ call('siloList', 'GET', '/v1/system/silos')
/** Create silo. */
export const siloCreate = /* @__PURE__ */ call('siloCreate', 'POST', '/v1/system/silos', ['silo', 'silo-group', 'silo-policy', 'silo-quotas', 'certificate'])
/** Fetch silo. */
export const siloView = /* @__PURE__ */ call('siloView', 'GET', '/v1/system/silos/{silo}')
/** Delete silo that has no projects. */
export const siloDelete = /* @__PURE__ */ call('siloDelete', 'DELETE', '/v1/system/silos/{silo}', ['silo', 'fleet-policy'])
/** Fetch what a silo contains and what stands in the way of deleting it. */
export const siloDeletionPlan = /* @__PURE__ */ extensionCall('siloDeletionPlan', 'GET', '/experimental/v1/system/silos/{silo}/deletion-plan')
/** Delete a silo and everything in it. */
export const siloDeleteWithContents = /* @__PURE__ */ extensionCall('siloDeleteWithContents', 'POST', '/experimental/v1/system/silos/{silo}/delete-with-contents', ['affinity-group', 'affinity-group-member', 'anti-affinity-group', 'anti-affinity-group-member', 'disk', 'external-ip', 'external-subnet', 'floating-ip', 'image-fetch', 'instance', 'instance-network-interface', 'internet-gateway', 'internet-gateway-ip-address', 'internet-gateway-ip-pool', 'multicast-group-member', 'probe', 'project-image', 'router-route', 'snapshot', 'vpc', 'vpc-firewall-rule', 'vpc-router', 'vpc-subnet', 'project', 'silo-image', 'silo-user', 'silo-group', 'saml-identity-provider', 'scim-token', 'certificate', 'multicast-group', 'silo', 'fleet-policy', 'bulk-job'])
/** List IP pools linked to a silo. */
export const siloIpPoolList = /* @__PURE__ */ call('siloIpPoolList', 'GET', '/v1/system/silos/{silo}/ip-pools')
/** List subnet pools linked to a silo. */
export const siloSubnetPoolList = /* @__PURE__ */ call('siloSubnetPoolList', 'GET', '/v1/system/silos/{silo}/subnet-pools')
/** List snapshots. */
export const snapshotList = /* @__PURE__ */ call('snapshotList', 'GET', '/v1/snapshots')
/** Create snapshot of a disk. */
export const snapshotCreate = /* @__PURE__ */ call('snapshotCreate', 'POST', '/v1/snapshots', ['snapshot', 'disk'])
/** Delete snapshot. */
export const snapshotDelete = /* @__PURE__ */ call('snapshotDelete', 'DELETE', '/v1/snapshots/{snapshot}', ['snapshot'])
/** Fetch snapshot. */
export const snapshotView = /* @__PURE__ */ call('snapshotView', 'GET', '/v1/snapshots/{snapshot}')
/** List SSH public keys of the current user. */
export const currentUserSshKeyList = /* @__PURE__ */ call('currentUserSshKeyList', 'GET', '/v1/me/ssh-keys')
/** Create SSH public key. */
export const currentUserSshKeyCreate = /* @__PURE__ */ call('currentUserSshKeyCreate', 'POST', '/v1/me/ssh-keys', ['ssh-key'])
/** Fetch SSH public key. */
export const currentUserSshKeyView = /* @__PURE__ */ call('currentUserSshKeyView', 'GET', '/v1/me/ssh-keys/{sshKey}')
/** Delete SSH public key. */
export const currentUserSshKeyDelete = /* @__PURE__ */ call('currentUserSshKeyDelete', 'DELETE', '/v1/me/ssh-keys/{sshKey}', ['ssh-key'])
/** List subnet pools linked to the caller's silo. */
export const subnetPoolList = /* @__PURE__ */ call('subnetPoolList', 'GET', '/v1/subnet-pools')
/** Fetch subnet pool. */
export const subnetPoolView = /* @__PURE__ */ call('subnetPoolView', 'GET', '/v1/subnet-pools/{pool}')
/** List switch port settings. */
export const networkingSwitchPortSettingsList = /* @__PURE__ */ call('networkingSwitchPortSettingsList', 'GET', '/v1/system/networking/switch-port-settings')
/** Create switch port settings. */
export const networkingSwitchPortSettingsCreate = /* @__PURE__ */ call('networkingSwitchPortSettingsCreate', 'POST', '/v1/system/networking/switch-port-settings', ['switch-port-settings'])
/** Fetch switch port settings. */
export const networkingSwitchPortSettingsView = /* @__PURE__ */ call('networkingSwitchPortSettingsView', 'GET', '/v1/system/networking/switch-port-settings/{port}')
/** Delete switch port settings. */
export const networkingSwitchPortSettingsDelete = /* @__PURE__ */ call('networkingSwitchPortSettingsDelete', 'DELETE', '/v1/system/networking/switch-port-settings', ['switch-port-settings'])
/** List switches. */
export const switchList = /* @__PURE__ */ call('switchList', 'GET', '/v1/system/hardware/switches')
/** Fetch switch. */
export const switchView = /* @__PURE__ */ call('switchView', 'GET', '/v1/system/hardware/switches/{switchId}')
/** List switch ports. */
export const networkingSwitchPortList = /* @__PURE__ */ call('networkingSwitchPortList', 'GET', '/v1/system/hardware/switch-port')
/** Fetch switch port status. */
export const networkingSwitchPortStatus = /* @__PURE__ */ call('networkingSwitchPortStatus', 'GET', '/v1/system/hardware/switch-port/{port}/status')
/** Apply switch port settings. */
export const networkingSwitchPortApplySettings = /* @__PURE__ */ call('networkingSwitchPortApplySettings', 'POST', '/v1/system/hardware/switch-port/{port}/settings', ['switch-port'])
/** Clear switch port settings. */
export const networkingSwitchPortClearSettings = /* @__PURE__ */ call('networkingSwitchPortClearSettings', 'DELETE', '/v1/system/hardware/switch-port/{port}/settings', ['switch-port'])
/** List IP pools. */
export const systemIpPoolList = /* @__PURE__ */ call('systemIpPoolList', 'GET', '/v1/system/ip-pools')
/** Create IP pool. */
export const systemIpPoolCreate = /* @__PURE__ */ call('systemIpPoolCreate', 'POST', '/v1/system/ip-pools', ['ip-pool'])
/** Fetch IP pool. */
export const systemIpPoolView = /* @__PURE__ */ call('systemIpPoolView', 'GET', '/v1/system/ip-pools/{pool}')
/** Update IP pool. */
export const systemIpPoolUpdate = /* @__PURE__ */ call('systemIpPoolUpdate', 'PUT', '/v1/system/ip-pools/{pool}', ['ip-pool'])
/** Delete IP pool. */
export const systemIpPoolDelete = /* @__PURE__ */ call('systemIpPoolDelete', 'DELETE', '/v1/system/ip-pools/{pool}', ['ip-pool', 'ip-pool-resource', 'internet-gateway-ip-pool'])
/** Assign IP pool to silos or to the services of the system. */
export const systemIpPoolAssign = /* @__PURE__ */ call('systemIpPoolAssign', 'POST', '/v1/system/ip-pools/{pool}/assignment', ['ip-pool'])
/** Fetch utilization of IP pool. */
export const systemIpPoolUtilizationView = /* @__PURE__ */ call('systemIpPoolUtilizationView', 'GET', '/v1/system/ip-pools/{pool}/utilization')
/** List ranges of IP pool. */
export const systemIpPoolRangeList = /* @__PURE__ */ call('systemIpPoolRangeList', 'GET', '/v1/system/ip-pools/{pool}/ranges')
/** Add range to IP pool. */
export const systemIpPoolRangeAdd = /* @__PURE__ */ call('systemIpPoolRangeAdd', 'POST', '/v1/system/ip-pools/{pool}/ranges/add', ['ip-pool-range'])
/** Remove range from IP pool. */
export const systemIpPoolRangeRemove = /* @__PURE__ */ call('systemIpPoolRangeRemove', 'POST', '/v1/system/ip-pools/{pool}/ranges/remove', ['ip-pool-range'])
/** List silos linked to IP pool. */
export const systemIpPoolSiloList = /* @__PURE__ */ call('systemIpPoolSiloList', 'GET', '/v1/system/ip-pools/{pool}/silos')
/** Link IP pool to silo. */
export const systemIpPoolSiloLink = /* @__PURE__ */ call('systemIpPoolSiloLink', 'POST', '/v1/system/ip-pools/{pool}/silos', ['ip-pool-resource', 'internet-gateway-ip-pool'])
/** Make IP pool a silo's default, or clear that. */
export const systemIpPoolSiloUpdate = /* @__PURE__ */ call('systemIpPoolSiloUpdate', 'PUT', '/v1/system/ip-pools/{pool}/silos/{silo}', ['ip-pool-resource'])
/** Unlink IP pool from silo. */
export const systemIpPoolSiloUnlink = /* @__PURE__ */ call('systemIpPoolSiloUnlink', 'DELETE', '/v1/system/ip-pools/{pool}/silos/{silo}', ['ip-pool-resource', 'internet-gateway-ip-pool'])
/** List subnet pools. */
export const systemSubnetPoolList = /* @__PURE__ */ call('systemSubnetPoolList', 'GET', '/v1/system/subnet-pools')
/** Create subnet pool. */
export const systemSubnetPoolCreate = /* @__PURE__ */ call('systemSubnetPoolCreate', 'POST', '/v1/system/subnet-pools', ['subnet-pool'])
/** Fetch subnet pool. */
export const systemSubnetPoolView = /* @__PURE__ */ call('systemSubnetPoolView', 'GET', '/v1/system/subnet-pools/{pool}')
/** Update subnet pool. */
export const systemSubnetPoolUpdate = /* @__PURE__ */ call('systemSubnetPoolUpdate', 'PUT', '/v1/system/subnet-pools/{pool}', ['subnet-pool'])
/** Delete subnet pool. */
export const systemSubnetPoolDelete = /* @__PURE__ */ call('systemSubnetPoolDelete', 'DELETE', '/v1/system/subnet-pools/{pool}', ['subnet-pool', 'subnet-pool-resource'])
/** Fetch utilization of subnet pool. */
export const systemSubnetPoolUtilizationView = /* @__PURE__ */ call('systemSubnetPoolUtilizationView', 'GET', '/v1/system/subnet-pools/{pool}/utilization')
/** List members of subnet pool. */
export const systemSubnetPoolMemberList = /* @__PURE__ */ call('systemSubnetPoolMemberList', 'GET', '/v1/system/subnet-pools/{pool}/members')
/** Add member to subnet pool. */
export const systemSubnetPoolMemberAdd = /* @__PURE__ */ call('systemSubnetPoolMemberAdd', 'POST', '/v1/system/subnet-pools/{pool}/members/add', ['subnet-pool-member'])
/** Remove member from subnet pool. */
export const systemSubnetPoolMemberRemove = /* @__PURE__ */ call('systemSubnetPoolMemberRemove', 'POST', '/v1/system/subnet-pools/{pool}/members/remove', ['subnet-pool-member'])
/** List silos linked to subnet pool. */
export const systemSubnetPoolSiloList = /* @__PURE__ */ call('systemSubnetPoolSiloList', 'GET', '/v1/system/subnet-pools/{pool}/silos')
/** Link subnet pool to silo. */
export const systemSubnetPoolSiloLink = /* @__PURE__ */ call('systemSubnetPoolSiloLink', 'POST', '/v1/system/subnet-pools/{pool}/silos', ['subnet-pool-resource'])
/** Make subnet pool a silo's default, or clear that. */
export const systemSubnetPoolSiloUpdate = /* @__PURE__ */ call('systemSubnetPoolSiloUpdate', 'PUT', '/v1/system/subnet-pools/{pool}/silos/{silo}', ['subnet-pool-resource'])
/** Unlink subnet pool from silo. */
export const systemSubnetPoolSiloUnlink = /* @__PURE__ */ call('systemSubnetPoolSiloUnlink', 'DELETE', '/v1/system/subnet-pools/{pool}/silos/{silo}', ['subnet-pool-resource'])
/** List releases. */
export const systemUpdateRepositoryList = /* @__PURE__ */ call('systemUpdateRepositoryList', 'GET', '/v1/system/update/repositories')
/** Upload release. */
export const systemUpdateRepositoryUpload = /* @__PURE__ */ call('systemUpdateRepositoryUpload', 'PUT', '/v1/system/update/repositories', ['tuf-repo'])
/** Fetch release. */
export const systemUpdateRepositoryView = /* @__PURE__ */ call('systemUpdateRepositoryView', 'GET', '/v1/system/update/repositories/{systemVersion}')
/** Delete release. */
export const systemUpdateRepositoryDelete = /* @__PURE__ */ extensionCall('systemUpdateRepositoryDelete', 'DELETE', '/experimental/v1/system/update/repositories/{systemVersion}', ['tuf-repo'])
/** Fetch space of releases. */
export const systemUpdateSpaceView = /* @__PURE__ */ extensionCall('systemUpdateSpaceView', 'GET', '/experimental/v1/system/update/space')
/** Fetch update status. */
export const systemUpdateStatus = /* @__PURE__ */ call('systemUpdateStatus', 'GET', '/v1/system/update/status')
/** Set target release. */
export const targetReleaseUpdate = /* @__PURE__ */ call('targetReleaseUpdate', 'PUT', '/v1/system/update/target-release', ['target-release', 'system-update'])
/** Finish recovery. */
export const systemUpdateRecoveryFinish = /* @__PURE__ */ call('systemUpdateRecoveryFinish', 'PUT', '/v1/system/update/recovery-finish', ['target-release', 'system-update'])
/** List trust roots. */
export const systemUpdateTrustRootList = /* @__PURE__ */ call('systemUpdateTrustRootList', 'GET', '/v1/system/update/trust-roots')
/** Add trust root. */
export const systemUpdateTrustRootCreate = /* @__PURE__ */ call('systemUpdateTrustRootCreate', 'POST', '/v1/system/update/trust-roots', ['updates-trust-root'])
/** Fetch trust root. */
export const systemUpdateTrustRootView = /* @__PURE__ */ call('systemUpdateTrustRootView', 'GET', '/v1/system/update/trust-roots/{trustRootId}')
/** Delete trust root. */
export const systemUpdateTrustRootDelete = /* @__PURE__ */ call('systemUpdateTrustRootDelete', 'DELETE', '/v1/system/update/trust-roots/{trustRootId}', ['updates-trust-root'])
/** List timeseries schemas. */
export const systemTimeseriesSchemaList = /* @__PURE__ */ call('systemTimeseriesSchemaList', 'GET', '/v1/system/timeseries/schemas')
/** Run timeseries query. */
export const systemTimeseriesQuery = /* @__PURE__ */ call('systemTimeseriesQuery', 'POST', '/v1/system/timeseries/query')
/** Run project-scoped timeseries query. */
export const timeseriesQuery = /* @__PURE__ */ call('timeseriesQuery', 'POST', '/v1/timeseries/query')
/** List built-in users. */
export const userBuiltinList = /* @__PURE__ */ call('userBuiltinList', 'GET', '/v1/system/users-builtin')
/** Fetch built-in user. */
export const userBuiltinView = /* @__PURE__ */ call('userBuiltinView', 'GET', '/v1/system/users-builtin/{user}')
/** List users of the caller's silo. */
export const userList = /* @__PURE__ */ call('userList', 'GET', '/v1/users')
/** Fetch a user of the caller's silo. */
export const userView = /* @__PURE__ */ call('userView', 'GET', '/v1/users/{userId}')
/** List a user's console sessions. */
export const userSessionList = /* @__PURE__ */ call('userSessionList', 'GET', '/v1/users/{userId}/sessions')
/** End a user's sessions and delete their access tokens. */
export const userLogout = /* @__PURE__ */ call('userLogout', 'POST', '/v1/users/{userId}/logout', ['silo-user', 'device-access-token'])
/** List groups of the caller's silo. */
export const groupList = /* @__PURE__ */ call('groupList', 'GET', '/v1/groups')
/** Fetch a group of the caller's silo. */
export const groupView = /* @__PURE__ */ call('groupView', 'GET', '/v1/groups/{groupId}')
/** List users of a silo. */
export const siloUserList = /* @__PURE__ */ call('siloUserList', 'GET', '/v1/system/users')
/** Fetch a user of a silo. */
export const siloUserView = /* @__PURE__ */ call('siloUserView', 'GET', '/v1/system/users/{userId}')
/** Disable a user of a silo. */
export const siloUserDisable = /* @__PURE__ */ extensionCall('siloUserDisable', 'POST', '/experimental/v1/system/users/{userId}/disable', ['silo-user', 'device-access-token'])
/** Enable a disabled user of a silo. */
export const siloUserEnable = /* @__PURE__ */ extensionCall('siloUserEnable', 'POST', '/experimental/v1/system/users/{userId}/enable', ['silo-user'])
/** Create a user of a silo whose users sign in with passwords. */
export const localIdpUserCreate = /* @__PURE__ */ call('localIdpUserCreate', 'POST', '/v1/system/identity-providers/local/users', ['silo-user'])
/** Delete a user of a silo whose users sign in with passwords. */
export const localIdpUserDelete = /* @__PURE__ */ call('localIdpUserDelete', 'DELETE', '/v1/system/identity-providers/local/users/{userId}', ['silo-user', 'silo-group', 'fleet-policy', 'silo-policy', 'project-policy'])
/** Set or remove a user's password. */
export const localIdpUserSetPassword = /* @__PURE__ */ call('localIdpUserSetPassword', 'POST', '/v1/system/identity-providers/local/users/{userId}/set-password', ['silo-user', 'device-access-token'])
/** Fetch how you sign in. */
export const currentUserSignInView = /* @__PURE__ */ extensionCall('currentUserSignInView', 'GET', '/experimental/v1/me/sign-in')
/** Change your own password. */
export const currentUserPasswordUpdate = /* @__PURE__ */ extensionCall('currentUserPasswordUpdate', 'POST', '/experimental/v1/me/password', ['silo-user', 'device-access-token'])
/** List routers of a VPC. */
export const vpcRouterList = /* @__PURE__ */ call('vpcRouterList', 'GET', '/v1/vpc-routers')
/** Create router. */
export const vpcRouterCreate = /* @__PURE__ */ call('vpcRouterCreate', 'POST', '/v1/vpc-routers', ['vpc-router'])
/** Fetch router. */
export const vpcRouterView = /* @__PURE__ */ call('vpcRouterView', 'GET', '/v1/vpc-routers/{router}')
/** Update router. */
export const vpcRouterUpdate = /* @__PURE__ */ call('vpcRouterUpdate', 'PUT', '/v1/vpc-routers/{router}', ['vpc-router'])
/** Delete router. */
export const vpcRouterDelete = /* @__PURE__ */ call('vpcRouterDelete', 'DELETE', '/v1/vpc-routers/{router}', ['vpc-router', 'router-route', 'vpc-subnet'])
/** List routes of a router. */
export const vpcRouterRouteList = /* @__PURE__ */ call('vpcRouterRouteList', 'GET', '/v1/vpc-router-routes')
/** Create route. */
export const vpcRouterRouteCreate = /* @__PURE__ */ call('vpcRouterRouteCreate', 'POST', '/v1/vpc-router-routes', ['router-route'])
/** Fetch route. */
export const vpcRouterRouteView = /* @__PURE__ */ call('vpcRouterRouteView', 'GET', '/v1/vpc-router-routes/{route}')
/** Update route. */
export const vpcRouterRouteUpdate = /* @__PURE__ */ call('vpcRouterRouteUpdate', 'PUT', '/v1/vpc-router-routes/{route}', ['router-route'])
/** Delete route. */
export const vpcRouterRouteDelete = /* @__PURE__ */ call('vpcRouterRouteDelete', 'DELETE', '/v1/vpc-router-routes/{route}', ['router-route'])
/** List subnets of a VPC. */
export const vpcSubnetList = /* @__PURE__ */ call('vpcSubnetList', 'GET', '/v1/vpc-subnets')
/** Create subnet. */
export const vpcSubnetCreate = /* @__PURE__ */ call('vpcSubnetCreate', 'POST', '/v1/vpc-subnets', ['vpc-subnet', 'router-route'])
/** Fetch subnet. */
export const vpcSubnetView = /* @__PURE__ */ call('vpcSubnetView', 'GET', '/v1/vpc-subnets/{subnet}')
/** Update subnet. */
export const vpcSubnetUpdate = /* @__PURE__ */ call('vpcSubnetUpdate', 'PUT', '/v1/vpc-subnets/{subnet}', ['vpc-subnet', 'router-route'])
/** Delete subnet. */
export const vpcSubnetDelete = /* @__PURE__ */ call('vpcSubnetDelete', 'DELETE', '/v1/vpc-subnets/{subnet}', ['vpc-subnet', 'router-route'])
/** List network interfaces in a subnet. */
export const vpcSubnetListNetworkInterfaces = /* @__PURE__ */ call('vpcSubnetListNetworkInterfaces', 'GET', '/v1/vpc-subnets/{subnet}/network-interfaces')
/** List VPCs. */
export const vpcList = /* @__PURE__ */ call('vpcList', 'GET', '/v1/vpcs')
/** Create VPC. */
export const vpcCreate = /* @__PURE__ */ call('vpcCreate', 'POST', '/v1/vpcs', ['vpc', 'vpc-router', 'router-route', 'internet-gateway', 'internet-gateway-ip-pool', 'vpc-subnet', 'vpc-firewall-rule'])
/** Fetch VPC. */
export const vpcView = /* @__PURE__ */ call('vpcView', 'GET', '/v1/vpcs/{vpc}')
/** Update VPC. */
export const vpcUpdate = /* @__PURE__ */ call('vpcUpdate', 'PUT', '/v1/vpcs/{vpc}', ['vpc', 'vpc-firewall-rule'])
/** Delete VPC. */
export const vpcDelete = /* @__PURE__ */ call('vpcDelete', 'DELETE', '/v1/vpcs/{vpc}', ['vpc', 'vpc-router', 'router-route', 'internet-gateway', 'internet-gateway-ip-pool', 'internet-gateway-ip-address', 'vpc-firewall-rule'])
