import type { Gate } from './gate.ts'
import type { Holding } from './holding.ts'
import { pause, persist, type RetryOptions } from './retry.ts'
import type { TemporaryNames } from './temporary.ts'
import type { Unfinished } from './unfinished.ts'
import type { Progress } from './upload-progress.ts'
import type { UploadRequest, UploadWire } from './wire.ts'

/** Polling interval while a resource is in a transient state, in milliseconds. */
const POLL_INTERVAL = 300

/** All that the steps of an upload share. */
export type UploadContext = {
  wire: UploadWire
  wish: UploadRequest
  names: TemporaryNames
  /** The upload's id on the server. */
  holder: string
  unfinished: Unfinished | null
  /** Whether the interrupted upload had sent all bytes. */
  isWholeAlready: boolean
  signal: AbortSignal
  gate: Gate
  retryOptions: RetryOptions
  progress: Progress
  holding: Holding
  /** Takes the hold and begins to renew it. */
  hold: () => Promise<void>
}

/** Waits until a resource is in the state `target`. @throws if the resource is gone or faulted. */
export async function until<Thing>(
  { signal, retryOptions }: UploadContext,
  what: string,
  look: () => Promise<Thing | null>,
  stateOf: (thing: Thing) => string,
  target: string,
): Promise<Thing> {
  for (;;) {
    const thing = await persist(look, retryOptions)
    if (!thing) throw new Error(`The ${what} is gone. It was deleted by another user.`)
    if (stateOf(thing) === target) return thing
    if (stateOf(thing) === 'faulted') throw new Error(`The ${what} has failed.`)
    await pause(POLL_INTERVAL, signal)
  }
}

/** Waits until the temporary disk is in a state. */
export const untilDisk = (context: UploadContext, target: string) =>
  until(
    context,
    'temporary disk',
    () => context.wire.disk(context.names.disk, context.signal),
    (found) => found.state.state,
    target,
  )

/** Returns the temporary disk if it is in one of these states. */
export async function diskIn({ wire, names, signal }: UploadContext, ...states: string[]) {
  const found = await wire.disk(names.disk, signal)
  return found && states.includes(found.state.state) ? found : null
}
