/**
 * Lower ends of the classes into which drivers count the latencies of disk operations; nanoseconds. A class ends where the
 * next one begins, and the last has no end.
 */
export const LATENCY_CLASSES = [
  0, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 50_000_000,
] as const

/** Kinds of disk operations whose latencies are counted. */
export const IO_KINDS = ['read', 'write', 'flush'] as const
export type IoKind = (typeof IO_KINDS)[number]

/** The latencies of the operations of one kind, which have ended. */
export interface Latencies {
  /** Number of operations in each of the `LATENCY_CLASSES`. */
  counts: number[]
  /** Sum of all latencies; nanoseconds. */
  sum: number
}
