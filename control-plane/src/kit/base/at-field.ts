import type { ProblemCode } from '@granary/domain/problems.ts'
import { ApiError, type ErrorCode } from './errors.ts'

const CODES: Partial<Record<ErrorCode, ProblemCode>> = {
  ObjectNotFound: 'not_found',
  ObjectAlreadyExists: 'already_exists',
  InsufficientCapacity: 'no_capacity',
}

/**
 * Runs the check of one field of the body. A refusal gets the field as the prefix of its paths, or as its only path.
 * @param path in wire names: `boot_disk`, `disks[2].name`.
 */
export async function atField<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.problems.length > 0) throw error.within(path)
    throw error.at(path, (error.code && CODES[error.code]) ?? 'not_allowed')
  }
}

/**
 * The same for a field that holds a single choice: the inner paths of the refusal are dropped because the request
 * lacks them.
 */
export const asField = <Result>(path: string, work: () => Promise<Result>): Promise<Result> =>
  atField(path, async () => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ApiError) error.problems.length = 0
      throw error
    }
  })
