import type { OuterContext } from '../kit/context/context.ts'
import { insufficientCapacity, invalidRequest, unavailable } from '../kit/base/errors.ts'
import { type ReleaseFiles, ReleaseRefused } from '../kit/base/release-files.ts'

/** Returns the host's place for releases. @throws ApiError 400 on hosts that have none. */
export function releaseFilesOf({ services }: OuterContext): ReleaseFiles {
  if (!services.releases) throw invalidRequest('releases and trust roots cannot be uploaded to this server')
  return services.releases
}

/** Turns the refusals of the host into errors for the caller. */
export async function withRefusals<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error
    const { message, reason } = error
    if (reason === 'no_space') throw insufficientCapacity(message)
    throw reason === 'busy' ? unavailable(message) : invalidRequest(message)
  }
}
