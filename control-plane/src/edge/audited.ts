import { toSnake } from '@granary/contract/codec.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import type { Incoming } from './incoming.ts'

/**
 * Operations that change something and leave no audit entry: specification section 23, and their counterparts among the
 * extensions, which the console sends every few seconds during an upload.
 */
export const NOT_AUDITED = [
  'deviceAuthRequest',
  'deviceAccessToken',
  'logout',
  'diskBulkWriteImport',
  'diskWriteBlocks',
  'diskHoldImport',
] as const satisfies OperationId[]

const omitted: ReadonlySet<string> = new Set(NOT_AUDITED.map(toSnake))

/** Whether a request leaves an audit entry: every change and every sign-in, whatever its outcome. */
export const isAudited = ({ operation, meaning }: Pick<Incoming, 'operation' | 'meaning'>): boolean =>
  meaning !== 'read' && !omitted.has(operation)
