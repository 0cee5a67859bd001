import type { OperationId } from '@granary/contract/contract.ts'

const NO_SERIES = 'a query may find no series to group, or have a mistake of the user'

/**
 * Failures that a screen handles as a normal outcome, by operation and status, each with the reason. They are logged at
 * info level; every other failed call is logged as an error (specification, "Errors and logging").
 */
const EXPECTED: Partial<Record<OperationId, Partial<Record<number, string>>>> = {
  deviceAuthConfirm: { 400: 'the code has expired', 404: 'no device shows this code' },
  deviceAuthInspect: { 400: 'the code has expired', 404: 'no device shows this code' },
  diskView: { 404: 'the source disk of a snapshot may be deleted' },
  imageList: { 403: "a user without a role in the silo uses only the project's images" },
  imageView: { 404: 'the image of a disk may be deleted' },
  instanceView: { 404: 'the instance of a disk may be deleted' },
  loginLocal: { 401: 'wrong user name or password', 429: 'too many attempts' },
  scimTokenList: { 403: 'only admins of the fleet or the silo may list SCIM tokens' },
  snapshotView: { 404: 'the snapshot of a disk may be deleted' },
  systemIpPoolUtilizationView: { 404: 'a listed pool may be deleted' },
  systemPolicyView: { 403: 'the user may not see the fleet' },
  systemSubnetPoolUtilizationView: { 404: 'a listed pool may be deleted' },
  systemTimeseriesQuery: { 400: NO_SERIES },
  timeseriesQuery: { 400: NO_SERIES },
}

/** Returns why a screen expects an operation to fail with a status, or undefined. */
export const expectedFailureReason = (operation: string, status: number): string | undefined =>
  EXPECTED[operation as OperationId]?.[status]
