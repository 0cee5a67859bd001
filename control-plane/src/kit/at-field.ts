import type { ProblemCode } from '@granary/domain/problems.ts'
import { ApiError, type ErrorCode } from './errors.ts'

const CODES: Partial<Record<ErrorCode, ProblemCode>> = {
  ObjectNotFound: 'not_found',
  ObjectAlreadyExists: 'already_exists',
  InsufficientCapacity: 'no_capacity',
}

/**
 * Runs the part of a request that one field of the body asks for, and names the field in its refusal: in front of the
 * paths that the refusal has, or as the only one.
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

/** The same where the field is one choice: what the refusal says of parts of it is not in the request. */
export const asField = <Result>(path: string, work: () => Promise<Result>): Promise<Result> =>
  atField(path, async () => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ApiError) error.problems.length = 0
      throw error
    }
  })
