import { createState } from './state.ts'
import type { StepId, StepState } from './steps.ts'
import { initialState, type UploadState, withChunk } from './upload-state.ts'

export type Progress = ReturnType<typeof createProgress>

/** Milliseconds on a clock that never goes back. */
export const clock = (): number => performance.now()

/**
 * Keeps the progress of an upload.
 * @param size of the image in bytes.
 * @param signal ends the upload: no further step begins.
 */
export function createProgress(size: number, resumes: boolean, signal: AbortSignal) {
  const state = createState(initialState(size, resumes))
  const change = (next: Partial<UploadState>) => state.set((before) => ({ ...before, ...next }))
  const mark = (id: StepId, next: StepState) =>
    state.set((before) => ({ ...before, steps: { ...before.steps, [id]: next } }))
  return {
    state,
    change,
    mark,
    /** Performs a step, and shows whether it runs, is complete or has failed. */
    step: async <Value>(id: StepId, work: () => Promise<Value>): Promise<Value> => {
      signal.throwIfAborted()
      mark(id, 'running')
      try {
        const value = await work()
        signal.throwIfAborted()
        mark(id, 'complete')
        return value
      } catch (error) {
        mark(id, 'error')
        throw error
      }
    },
    chunkDone: (length: number, sent: boolean, offset: number) =>
      state.set((before) => withChunk(before, { length, sent, offset, time: clock() })),
  }
}
