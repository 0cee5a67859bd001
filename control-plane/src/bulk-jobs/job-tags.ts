import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import type { TagChange } from '@granary/domain/tags.ts'
import { invalidRequest } from '../kit/base/errors.ts'

/**
 * Checks the change of tags of a new job.
 * @throws ApiError 400 if a job that changes tags has none, or another one has some.
 */
export function checkJobTags(operation: BulkOperationName, tags: TagChange | undefined): void {
  if (operation !== 'tag_update') {
    if (tags) throw invalidRequest(`${operation} takes no tags`).at('tags', 'not_allowed')
    return
  }
  if (!tags || tags.set.length + tags.remove.length === 0)
    throw invalidRequest('tag_update needs tags to set or keys to remove').at('tags', 'required')
}
