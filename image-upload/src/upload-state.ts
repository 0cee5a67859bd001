import { addSample, type TransferSample } from '@granary/domain/transfer.ts'
import type { Trouble } from './retry.ts'
import { type StepId, type StepState, UPLOAD_STEPS } from './steps.ts'

/** Where an upload is. */
export type UploadState = {
  phase: 'running' | 'cleaning' | 'failed' | 'cancelled' | 'done'
  steps: Record<StepId, StepState>
  /** Bytes that are on the disk by now, also those of zeros that were not sent. */
  processed: number
  /** Those among them that did not have to be sent: zeros, and what was there already. */
  skipped: number
  total: number
  paused: boolean
  /** Why it waits, while it does. */
  trouble: Trouble | null
  /** What it failed with, in words for people. */
  error: string | null
  /** The same as it was thrown; undefined unless it failed. */
  cause: unknown
  /** What could not be taken away again, in words. */
  left: string | null
  samples: readonly TransferSample[]
  /** Whether it was begun before: what did not have to be sent may have arrived then. */
  goesOn: boolean
}

const none = Object.fromEntries(UPLOAD_STEPS.map(({ id }) => [id, 'ready'])) as Record<StepId, StepState>

/** Of an upload that has not begun. @param total bytes of its contents. */
export const initialState = (total: number, goesOn: boolean): UploadState => ({
  phase: 'running',
  steps: none,
  processed: 0,
  skipped: 0,
  total,
  paused: false,
  trouble: null,
  error: null,
  cause: undefined,
  left: null,
  samples: [],
  goesOn,
})

type Chunk = {
  length: number
  sent: boolean
  offset: number
  /** Milliseconds. */
  time: number
}

/** The state after a part of a piece is on the disk. */
export function withChunk(before: UploadState, { length, sent, offset, time }: Chunk): UploadState {
  // Of one that goes on, zeros fill its last block.
  const bytes = Math.max(0, Math.min(length, before.total - offset))
  const processed = before.processed + bytes
  const samples = addSample(before.samples, { time, bytes: processed })
  return { ...before, processed, skipped: before.skipped + (sent ? 0 : bytes), samples }
}
