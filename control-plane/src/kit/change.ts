import type { Kind } from '@granary/domain/kinds.ts'
import type { ChangeLogRow } from '../database/schema.ts'

/** The field of a personal resource with the user whom it belongs to. */
export const OWNER_FIELD = 'siloUserId'

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
}
