import type { Call, CallInput, CallOutput } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'

/**
 * Asks the server for one operation, with whatever signs the asker in.
 * @throws CallFailure when it does not succeed.
 */
export type Ask = <Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id>,
  signal?: AbortSignal,
) => Promise<CallOutput<Id>>

/** A part of an image on its way: its bytes, or a piece of a file that the host sends without holding it in memory. */
export type Part = Uint8Array<ArrayBuffer> | Blob

/**
 * Writes a part of an image. It is given up when nothing of it has moved for so long that a slow link is no reason.
 * @throws CallFailure when it does not succeed, TimedOutError when it was given up.
 */
export type SendBlocks = (
  input: Pick<CallInput<'diskWriteBlocks'>, 'path' | 'query'>,
  part: Part,
  signal: AbortSignal,
) => Promise<void>

/** How a host speaks to the server. */
export type Host = { ask: Ask; sendBlocks: SendBlocks }

/** What a host throws for a call that was refused, failed, or that nobody answered. */
export type CallFailure = Error & {
  /** Of HTTP; 0 when there was no answer at all. */
  statusCode: number
  errorCode?: string | undefined
}

/** Whether an error is one of a call; any other is a mistake of ours or a file that cannot be read. */
export const isCallFailure = (error: unknown): error is CallFailure =>
  error instanceof Error && typeof (error as Partial<CallFailure>).statusCode === 'number'

/** A call that was given up because no answer came in time. */
export class TimedOutError extends Error implements CallFailure {
  readonly statusCode = 408

  constructor() {
    super('The server takes too long to answer.')
    this.name = 'TimedOutError'
  }
}

/** A file, wherever it lies; read piece by piece. */
export type Source = {
  name: string
  /** In bytes. */
  size: number
  /** Fewer bytes than asked for at the end of the file. @throws UnreadableFileError */
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  /** A piece of the file by its place, where the host can send it so. */
  slice?: (from: number, to: number) => Blob
}

/** The file was moved, changed or taken away since it was chosen. */
export class UnreadableFileError extends Error {
  constructor() {
    super('The file can no longer be read. It may have been changed or moved since it was chosen.')
    this.name = 'UnreadableFileError'
  }
}
