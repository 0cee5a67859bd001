/** Settings of the preview's build. */
export type PreviewSettings = {
  /** Range of the random delay of each response, in milliseconds. */
  latency: { min: number; max: number }
  /** Percentage of requests that fail on purpose. */
  chaos: number
}

/** Latency of a distant control plane. */
const LATENCY = { min: 200, max: 400 }

/**
 * Reads `GRANARY_PREVIEW_LATENCY` (milliseconds; 0 turns it off) and `GRANARY_PREVIEW_CHAOS` (percent).
 * @throws Error with a message for people if one of them is not a number in its range.
 */
export function readPreviewSettings(env: Record<string, string | undefined>): PreviewSettings {
  const latency = numberIn(env, 'GRANARY_PREVIEW_LATENCY', 60_000)
  const chaos = numberIn(env, 'GRANARY_PREVIEW_CHAOS', 100)
  return { latency: latency === undefined ? LATENCY : { min: latency, max: latency }, chaos: chaos ?? 0 }
}

function numberIn(env: Record<string, string | undefined>, name: string, max: number): number | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  const value = Number(text)
  if (Number.isFinite(value) && value >= 0 && value <= max) return value
  throw new Error(`${name} must be a number from 0 to ${max}, not "${text}"`)
}
