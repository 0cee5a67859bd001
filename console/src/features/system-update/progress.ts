import type { Status } from './queries.ts'

export type Progress = {
  /** Components that run the target release. */
  current: number
  total: number
  /** Whole percent, rounded down, so that 100 means all. */
  percent: number
}

/** Returns how many components run the target release, or null without a target or components. */
export function progressOf({ targetRelease, componentsByReleaseVersion }: Status): Progress | null {
  const total = Object.values(componentsByReleaseVersion).reduce((sum, count) => sum + count, 0)
  if (!targetRelease || total === 0) return null
  const current = componentsByReleaseVersion[targetRelease.version] ?? 0
  return { current, total, percent: Math.trunc((current * 100) / total) }
}
