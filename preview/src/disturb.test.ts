import { expect, test } from 'vitest'
import { chaosResponse, pickLatency } from './disturb.ts'

/** Steps evenly through [0, 1). */
const evenly = (steps: number) => {
  let at = 0
  return () => (at++ % steps) / steps
}

test('spreads the latency over its range', () => {
  const random = evenly(100)
  const waits = Array.from({ length: 100 }, () => pickLatency({ min: 200, max: 400 }, random))
  expect(Math.min(...waits)).toBe(200)
  expect(Math.max(...waits)).toBeGreaterThan(390)
  expect(Math.max(...waits)).toBeLessThanOrEqual(400)
  expect(pickLatency({ min: 0, max: 0 }, random)).toBe(0)
})

test('spares every request at 0 percent and none at 100', () => {
  for (let i = 0; i < 200; i++) {
    expect(chaosResponse(0, Math.random)).toBeNull()
    expect(chaosResponse(100, Math.random)).not.toBeNull()
  }
})

test('fails the requested share of requests', () => {
  const statuses = [0, 0.249, 0.25, 0.999].map((draw) => chaosResponse(25, () => draw)?.status)
  expect(statuses).toEqual([401, 403, undefined, undefined])
})

test('weights the statuses 1, 1, 4 and 2, and returns API errors', async () => {
  const counts: Record<number, number> = {}
  for (let i = 0; i < 8; i++) {
    const draws = [0, i / 8]
    const response = chaosResponse(100, () => draws.shift()!)!
    counts[response.status] = (counts[response.status] ?? 0) + 1
    expect(response.headers.get('x-chaos')).toBe(String(response.status))
    const body = (await response.json()) as Record<string, string>
    expect(Object.keys(body).sort()).toEqual(['error_code', 'message', 'request_id'])
    expect(body.request_id).toBe(response.headers.get('x-request-id'))
  }
  expect(counts).toEqual({ 401: 1, 403: 1, 404: 4, 500: 2 })
})
