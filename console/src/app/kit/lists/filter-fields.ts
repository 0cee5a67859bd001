import type { OperationId } from '@granary/contract/contract.ts'
import * as fields from '@granary/domain/list-filter/fields.ts'

/** The fields of the lists that the server filters by terms, by the operation that lists. */
export const FILTER_FIELDS = {
  affinityGroupList: fields.AFFINITY_FIELDS,
  alertList: fields.ALERT_FIELDS,
  alertReceiverList: fields.RECEIVER_FIELDS,
  antiAffinityGroupList: fields.AFFINITY_FIELDS,
  currentUserAccessTokenList: fields.TOKEN_FIELDS,
  currentUserSshKeyList: fields.SSH_KEY_FIELDS,
  diskList: fields.DISK_FIELDS,
  externalSubnetList: fields.EXTERNAL_SUBNET_FIELDS,
  floatingIpList: fields.FLOATING_IP_FIELDS,
  imageList: fields.IMAGE_FIELDS,
  instanceList: fields.INSTANCE_FIELDS,
  internetGatewayList: fields.TAGGED_FIELDS,
  physicalDiskList: fields.PHYSICAL_DISK_FIELDS,
  projectList: fields.NAMED_FIELDS,
  siloInstanceList: fields.SILO_INSTANCE_FIELDS,
  siloList: fields.SILO_FIELDS,
  siloUserList: fields.USER_FIELDS,
  sledList: fields.SLED_FIELDS,
  snapshotList: fields.SNAPSHOT_FIELDS,
  systemIpPoolList: fields.IP_POOL_FIELDS,
  systemSubnetPoolList: fields.SUBNET_POOL_FIELDS,
  vpcList: fields.VPC_FIELDS,
  vpcRouterList: fields.ROUTER_FIELDS,
  vpcSubnetList: fields.SUBNET_FIELDS,
} satisfies Partial<Record<OperationId, fields.FilterFields>>

/** An operation whose list takes terms. */
export type FilteredId = keyof typeof FILTER_FIELDS
