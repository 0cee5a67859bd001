import { instanceSerialConsole } from '@granary/contract/generated/client.ts'
import { lastLines } from '@granary/domain/console-text.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'
import { useInstance } from './use-instance.ts'

/** Enough for the lines, with their colours. */
const BYTES = 8_192
/** Between two readings of a running machine; milliseconds. */
const INTERVAL_MS = 5_000

/** Reads the last lines of the instance's serial console: what its machine said last, also after it stopped. */
export function useConsoleLines(count: number) {
  const { id, runState } = useInstance()
  const read = useQuery({
    ...apiQuery(instanceSerialConsole, {
      path: { instance: id },
      query: { mostRecent: BYTES, maxBytes: BYTES },
    }),
    refetchInterval: runState === 'stopped' || runState === 'failed' ? false : INTERVAL_MS,
    throwOnError: false,
  })
  // A machine that was never started, or that is not there at present, has no console.
  const isNone = read.error instanceof ApiError && read.error.statusCode === 400
  const lines = read.data
    ? lastLines(new TextDecoder().decode(new Uint8Array(read.data.data)), count)
    : isNone
      ? []
      : undefined
  return { read, lines }
}
