import type { PreviewSettings } from './settings.ts'

/** Each as often as it is named here, so that what is missing or broken is met more often than what is forbidden. */
const CHAOS_STATUSES = [401, 403, 404, 404, 404, 404, 500, 500] as const

const refusals = {
  401: { error_code: 'Unauthorized', message: 'credentials missing or invalid' },
  403: { error_code: 'Forbidden', message: 'Forbidden' },
  404: { error_code: 'ObjectNotFound', message: 'not found: made up by chaos' },
  500: { error_code: 'Internal', message: 'Internal Server Error' },
}

/** A time to wait, in milliseconds, uniform in the range. */
export const pickLatency = ({ min, max }: PreviewSettings['latency'], random: () => number): number =>
  Math.round(min + random() * (max - min))

/** A failure in the shape of the API's errors, marked by the header `X-Chaos`; null for a request that is spared. */
export function chaosResponse(percent: number, random: () => number): Response | null {
  if (random() * 100 >= percent) return null
  const status = CHAOS_STATUSES[Math.floor(random() * CHAOS_STATUSES.length)]!
  const requestId = crypto.randomUUID()
  return Response.json(
    { request_id: requestId, ...refusals[status] },
    { status, headers: { 'x-chaos': String(status), 'x-request-id': requestId } },
  )
}
