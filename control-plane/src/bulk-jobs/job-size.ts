import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import { machineSizeProblems, MIN_MEMORY, MIN_VCPUS } from '@granary/domain/sizes.ts'
import { invalidRequest } from '../kit/base/errors.ts'

/** The size that a job gives to instances. A missing part stays as it is. */
export type JobSize = { ncpus?: number | undefined; memory?: number | undefined }

/**
 * Checks the size of a new job.
 * @throws ApiError 400 if a resize has no size or one out of bounds, or another operation has one.
 */
export function checkJobSize(operation: BulkOperationName, { ncpus, memory }: JobSize): void {
  const given = [...(ncpus === undefined ? [] : ['ncpus']), ...(memory === undefined ? [] : ['memory'])]
  if (operation !== 'instance_resize') {
    for (const path of given) throw invalidRequest(`${operation} takes no ${path}`).at(path, 'not_allowed')
    return
  }
  if (given.length === 0)
    throw invalidRequest('instance_resize needs ncpus or memory')
      .at('ncpus', 'required')
      .at('memory', 'required')
  const [first, ...others] = machineSizeProblems({ ncpus: ncpus ?? MIN_VCPUS, memory: memory ?? MIN_MEMORY })
  if (first) throw invalidRequest(first.message).at(first.path, first.code).also(others)
}
