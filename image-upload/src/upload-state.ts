import { addSample, type TransferSample } from '@granary/domain/transfer.ts'
import type { Trouble } from './retry.ts'
import { type StepId, type StepState, UPLOAD_STEPS } from './steps.ts'

/** Progress of an upload. */
export type UploadState = {
  phase: 'running' | 'cleaning' | 'failed' | 'cancelled' | 'done'
  steps: Record<StepId, StepState>
  /** Bytes that are on the disk, including skipped ones. */
  processed: number
  /** Bytes that did not have to be sent: zeros, and content that the disk had already. */
  skipped: number
  total: number
  paused: boolean
  /** Why the upload is waiting, or null. */
  trouble: Trouble | null
  /** Error message for the user. */
  error: string | null
  /** The error behind the message; undefined unless the upload failed. */
  cause: unknown
  /** Message about resources that could not be deleted. */
  left: string | null
  samples: readonly TransferSample[]
  /** Whether the upload was resumed, so that skipped bytes may have been sent before. */
  goesOn: boolean
}

const none = Object.fromEntries(UPLOAD_STEPS.map(({ id }) => [id, 'ready'])) as Record<StepId, StepState>

/** Returns the state of a new upload. @param total size of the content, in bytes. */
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

/** Returns the state after a part of a chunk has been written. */
export function withChunk(before: UploadState, { length, sent, offset, time }: Chunk): UploadState {
  // In a resumed upload, zeros pad the last block.
  const bytes = Math.max(0, Math.min(length, before.total - offset))
  const processed = before.processed + bytes
  const samples = addSample(before.samples, { time, bytes: processed })
  return { ...before, processed, skipped: before.skipped + (sent ? 0 : bytes), samples }
}
