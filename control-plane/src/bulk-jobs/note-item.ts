import { toSnake } from '@granary/contract/codec.ts'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { BulkJobRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import type { ApiError } from '../kit/base/errors.ts'
import { isRefusal, plainSecurityLog, securityEntry } from '../kit/log/security-log.ts'
import { loggedUser } from '../kit/log/trail.ts'

/**
 * Writes the entry of one item of a job into the security log: no request of its own carries out its operation.
 * @param id the operation; null if the item was refused before it began.
 */
export function noteItem(
  { services, requestId, trail, actor, operation }: Context,
  job: BulkJobRow,
  id: OperationId | null,
  error: ApiError | null,
): void {
  const write = services.securityLog ?? plainSecurityLog(services.log)
  const refusal = error && error.status < 500 ? error : null
  trail.actor = actor && loggedUser(actor)
  trail.credential = { kind: 'bulk_job', id: job.id }
  write(
    securityEntry(refusal && isRefusal(refusal) ? 'refusal' : 'change', {
      requestId,
      operation: id === null ? operation : toSnake(id),
      method: id === null ? 'POST' : contract[id].method,
      path: null,
      clientAddress: null,
      status: error?.status ?? (id === null ? null : contract[id].status),
      trail,
      refusal,
    }),
  )
}
