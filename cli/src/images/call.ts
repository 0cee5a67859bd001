import { codecOf, toSnake } from '@granary/contract/codec.ts'
import { contract } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { BODY_TYPES } from '@granary/contract/operation.ts'
import {
  type Ask as AskCall,
  type CallFailure,
  type Part,
  type SendBlocks,
  TimedOutError,
} from '@granary/image-upload/host.ts'
import type { z } from 'zod'
import { CommandError, EXIT } from '../exit-codes.ts'
import { askJson, RefusedError } from '../http.ts'
import type { Target } from '../target.ts'

/** A failed call: the upload reads its status, and the command its exit code. */
class FailedCallError extends CommandError implements CallFailure {
  readonly statusCode: number
  readonly errorCode: string | undefined

  constructor(error: CommandError) {
    super(error.exitCode, error.message)
    this.statusCode = error instanceof RefusedError ? error.status : 0
    const body = error instanceof RefusedError ? error.body : null
    this.errorCode = (body as { error_code?: string } | null)?.error_code
  }
}

type Parts = {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Returns an upload's function for calling the server. */
export const callsOf =
  (target: Target): AskCall =>
  async ({ id, method, path }, input, signal = NEVER_ABORTED) => {
    const operation = contract[id] as Operation
    const { path: names = {}, query = {}, body } = input as Parts
    const given = Object.entries(query).filter(([, value]) => value != null)
    try {
      const answer = await askJson(
        target,
        {
          method,
          path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name]!)),
          query: new URLSearchParams(given.map(([name, value]) => [toSnake(name), String(value)])),
          body: body === undefined ? undefined : encode(operation, body),
        },
        signal,
      )
      return (operation.response ? codecOf(operation.response as z.ZodType).decode(answer) : answer) as never
    } catch (error) {
      if (error instanceof CommandError && error.exitCode !== EXIT.interrupted)
        throw new FailedCallError(error)
      throw error
    }
  }

const NEVER_ABORTED = new AbortController().signal

const encode = ({ bodyType, body: schema }: Operation, body: unknown) => ({
  type: BODY_TYPES[bodyType],
  content:
    bodyType === 'bytes'
      ? (body as Uint8Array<ArrayBuffer>)
      : JSON.stringify(codecOf(schema as z.ZodType).encode(body)),
})

/** Timeout of one part, in milliseconds. Parts are small on a slow link, so even there each takes a few seconds. */
const PART_TIMEOUT = 60_000

/** Returns an upload's function for sending parts of an image. */
export const sendBlocksBy =
  (ask: AskCall): SendBlocks =>
  async (call, input, part, signal) => {
    const limit = AbortSignal.timeout(PART_TIMEOUT)
    try {
      await ask(call, { ...input, body: await bytesOf(part) }, AbortSignal.any([signal, limit]))
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error
      throw new TimedOutError()
    }
  }

const bytesOf = async (part: Part) => (part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : part)
