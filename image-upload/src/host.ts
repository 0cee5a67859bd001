import type { Call, CallInput, CallOutput, Extensions } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'

/**
 * Calls one operation of the server, with the host's authentication.
 * @throws CallFailure if the call fails.
 */
export type Ask = <Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id>,
  signal?: AbortSignal,
) => Promise<CallOutput<Id>>

/** A part of an image in transit: its bytes, or a slice of a file that the host sends without holding it in memory. */
export type Part = Uint8Array<ArrayBuffer> | Blob

/**
 * Writes a part of an image. Aborts if no data was transferred for longer than a slow link explains.
 * @throws CallFailure if the call fails, TimedOutError if it was aborted.
 */
export type SendBlocks = (
  call: Call<'diskWriteBlocks'>,
  input: Pick<CallInput<'diskWriteBlocks'>, 'path' | 'query'>,
  part: Part,
  signal: AbortSignal,
) => Promise<void>

/** The host's connection to the server, and the server's extensions, if it has them. */
export type Host = { ask: Ask; sendBlocks: SendBlocks; extensions: Extensions | null }

/** Error of a host for a call that was refused, failed or not answered. */
export type CallFailure = Error & {
  /** HTTP status; 0 without an answer. */
  statusCode: number
  errorCode?: string | undefined
}

/** Whether an error comes from a call. Others are bugs or unreadable files. */
export const isCallFailure = (error: unknown): error is CallFailure =>
  error instanceof Error && typeof (error as Partial<CallFailure>).statusCode === 'number'

/** A call that was aborted because no answer came in time. */
export class TimedOutError extends Error implements CallFailure {
  readonly statusCode = 408

  constructor() {
    super('The server takes too long to answer.')
    this.name = 'TimedOutError'
  }
}

/** A file from any source. Read in chunks. */
export type Source = {
  name: string
  /** In bytes. */
  size: number
  /** Returns fewer bytes than requested at the end of the file. @throws UnreadableFileError */
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  /** Returns a slice of the file, if the host can send it without reading it. */
  slice?: (from: number, to: number) => Blob
}

/** The file was moved, changed or deleted after it was selected. */
export class UnreadableFileError extends Error {
  constructor() {
    super('The file can no longer be read. It may have been changed or moved since it was chosen.')
    this.name = 'UnreadableFileError'
  }
}
