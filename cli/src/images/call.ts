import { codecOf, toSnake } from '@granary/contract/codec.ts'
import { contract } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { BODY_TYPES, Bytes } from '@granary/contract/operation.ts'
import {
  type Ask as AskCall,
  type CallFailure,
  type Part,
  type SendBlocks,
  TimedOutError,
} from '@granary/image-upload/host.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { askJson, RefusedError } from '../http.ts'
import { isItem } from '../output/show.ts'
import type { Target } from '../target.ts'

/** A failed call: the upload reads its status, and the command its exit code. */
class FailedCallError extends CommandError implements CallFailure {
  readonly statusCode: number
  readonly errorCode: string | undefined

  constructor(error: CommandError) {
    super(error.exitCode, error.message)
    this.statusCode = error instanceof RefusedError ? error.status : 0
    const body = error instanceof RefusedError ? error.body : null
    this.errorCode = isItem(body) && typeof body.error_code === 'string' ? body.error_code : undefined
  }
}

type Parts = {
  path?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** Returns an upload's function for calling the server. */
export const callsOf =
  (target: Target): AskCall =>
  async ({ id, method, path }, input, signal = NEVER_ABORTED) => {
    const operation: Operation = contract[id]
    const { path: names = {}, query = {}, body }: Parts = input
    const given = Object.entries(query).filter(([, value]) => value != null)
    try {
      const answer = await askJson(
        target,
        {
          method,
          path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? '')),
          query: new URLSearchParams(given.map(([name, value]) => [toSnake(name), String(value)])),
          body: body === undefined ? undefined : encode(operation, body),
        },
        signal,
      )
      return (operation.response ? codecOf(operation.response).decode(answer) : answer) as never
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
      ? Bytes.parse(body)
      : JSON.stringify(schema ? codecOf(schema).encode(plain(body)) : body),
})

/** Leaves out fields that are undefined, as every JSON does: the codec is that of answers, which writes them as null. */
const plain = (body: unknown): unknown => JSON.parse(JSON.stringify(body))

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
