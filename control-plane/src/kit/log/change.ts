import type { Kind } from '@granary/domain/kinds.ts'
import type { ChangeLogRow } from '../../database/schema.ts'

/** The field of a personal resource with the user whom it belongs to. */
export const OWNER_FIELD = 'siloUserId'
/** The field of a multicast group with the pool whose silos may use it. */
export const POOL_FIELD = 'ipPoolId'
/** Fields that decide which streams get a change, so that every entry has them. */
export const AUDIENCE_FIELDS: readonly string[] = [OWNER_FIELD, POOL_FIELD]
/**
 * Fields with a set that a request replaces as a whole: the assignments of a policy, and the rules of a firewall. An entry has only the
 * members that differ, or a client that adds one of a thousand would fill the log with the others.
 */
export const SET_FIELDS: readonly string[] = ['roleAssignments', 'rules']

/** One change of one resource. `before` and `after` are the resource as the API shows it, never with a secret. */
export type Change = {
  kind: Kind
  action: ChangeLogRow['action']
  id: string
  name: string | null
  siloId: string | null
  projectId: string | null
  parentId: string | null
  before: unknown
  after: unknown
  /** Set by a writer that has made sure of the change: the states may be equal, because they don't show all of a resource. */
  isCertain?: true
}
