import type { PreviewSettings } from './settings.ts'

/** Repeated by weight: missing resources and server errors are more frequent than forbidden ones. */
const CHAOS_STATUSES = [401, 403, 404, 404, 404, 404, 500, 500] as const

const refusals = {
  401: { error_code: 'Unauthorized', message: 'credentials missing or invalid' },
  403: { error_code: 'Forbidden', message: 'Forbidden' },
  404: { error_code: 'ObjectNotFound', message: 'not found: made up by chaos' },
  500: { error_code: 'Internal', message: 'Internal Server Error' },
}

/** Returns a random delay in milliseconds, uniform in the range. */
export const pickLatency = ({ min, max }: PreviewSettings['latency'], random: () => number): number =>
  Math.round(min + random() * (max - min))

/** Returns an API error with the header `X-Chaos`, or null if the request is spared. */
export function chaosResponse(percent: number, random: () => number): Response | null {
  if (random() * 100 >= percent) return null
  const status = CHAOS_STATUSES[Math.floor(random() * CHAOS_STATUSES.length)]!
  const requestId = crypto.randomUUID()
  return Response.json(
    { request_id: requestId, ...refusals[status] },
    { status, headers: { 'x-chaos': String(status), 'x-request-id': requestId } },
  )
}
