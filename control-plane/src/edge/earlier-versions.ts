import type { OperationId } from '@granary/contract/contract.ts'
import {
  API_VERSION,
  type Earlier,
  EARLIER_PATHS,
  earlierForm,
  isNewerVersion,
  isSupportedVersion,
  MIN_API_VERSION,
} from '@granary/contract/version.ts'
import { TextAnswer } from '../kit/request/answer.ts'
import { ApiError, unreadable } from '../kit/base/errors.ts'
import type { Services } from '../kit/context/services.ts'

/**
 * Returns how the operation differs in the version that a client requests, or null.
 * @throws ApiError 400 for a version that is not served, and 404 if the operation does not exist in it.
 */
export function requestedForm(id: OperationId, version: string): Earlier | null {
  if (!isSupportedVersion(version))
    throw unreadable(
      `server does not support this API version: ${version} (it supports ${MIN_API_VERSION} to ${API_VERSION})` +
        (isNewerVersion(version) ? ': update the server, or use an earlier client' : ''),
    )
  const earlier = earlierForm(id, version)
  if (earlier?.exists === false) throw new ApiError(404, undefined, 'Not Found')
  return earlier
}

/** Returns an answer in the form of an earlier version. */
export function inEarlierForm(
  answered: Response | TextAnswer,
  { downgrade }: Earlier,
): Response | TextAnswer {
  if (!(answered instanceof TextAnswer) || typeof answered.body !== 'string') return answered
  const answer = JSON.parse(answered.body) as { [name: string]: unknown }
  return new TextAnswer(answered.status, JSON.stringify(downgrade(answer)), answered.headers)
}

const NO_POOL = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the request as the newest version has it, if its path exists in the requested version only; else null. It names the pool
 * by its ID and has no further rights: the caller is admitted as to every other pool.
 */
export async function earlierPath(services: Services, request: Request): Promise<Request | null> {
  const version = request.headers.get('api-version')
  if (version === null || !isSupportedVersion(version)) return null
  const url = new URL(request.url)
  const moved = EARLIER_PATHS.find(
    ({ until, path }) => version < until && `${url.pathname}/`.startsWith(`${path}/`),
  )
  if (!moved) return null
  const pool = await services.state.db
    .selectFrom('ip_pool')
    .select('id')
    .where('assignment', '=', 'system_services')
    .orderBy('time_created')
    .limit(1)
    .executeTakeFirst()
  url.pathname = moved.servedBy.replace('{pool}', pool?.id ?? NO_POOL) + url.pathname.slice(moved.path.length)
  // The host reads the body.
  return new Request(url, { method: request.method, headers: request.headers })
}
