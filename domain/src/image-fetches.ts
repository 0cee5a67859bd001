import { GiB } from './sizes.ts'

/** The states of an image fetch: five in which the server works on it, then three in which it has ended. */
export const imageFetchStates = [
  'waiting',
  'downloading',
  'checking',
  'writing',
  'cancelling',
  'succeeded',
  'failed',
  'cancelled',
] as const
export type ImageFetchState = (typeof imageFetchStates)[number]

const ENDED: readonly ImageFetchState[] = ['succeeded', 'failed', 'cancelled']

/** The states in which the server still works on a fetch. */
export const unendedFetchStates = imageFetchStates.filter((state) => !ENDED.includes(state))

/** Whether a fetch has ended. */
export const isFetchOver = (state: ImageFetchState): boolean => ENDED.includes(state)

/** Whether a fetch can start again. */
export const canRetryFetch = (state: ImageFetchState): boolean => state === 'failed' || state === 'cancelled'

/** Maximum size of a fetched file, in bytes. */
export const MAX_FETCH_BYTES = 64 * GiB
