import { readFile } from 'node:fs/promises'
import type { Clock } from '@granary/compute/clock.ts'
import type { Log } from '@granary/control-plane/kit/log/log.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { RemoteWriter } from './remote-writer.ts'

/** Time that a receiver may take to answer; milliseconds. */
const TIMEOUT_MS = 30_000

type Settings = Pick<
  Configuration,
  'remoteWriteUrl' | 'remoteWriteTokenFile' | 'remoteWriteBatch' | 'remoteWriteRounds'
>
type Host = { clock: Clock; log: Log; metrics: Pick<Metrics, 'remoteWrite'> }

/** Returns the writer that sends counters to the address of the settings; null without an address. */
export function openRemoteWriter(
  { remoteWriteUrl: url, remoteWriteTokenFile: tokenFile, remoteWriteBatch, remoteWriteRounds }: Settings,
  { clock, log, metrics }: Host,
): RemoteWriter | null {
  if (url === null) return null
  const writer: RemoteWriter = new RemoteWriter({
    clock,
    log,
    send: (body) => post(url, tokenFile, body),
    batch: remoteWriteBatch,
    maxRounds: remoteWriteRounds,
    ...metrics.remoteWrite(() => writer.waiting),
  })
  return writer
}

/** Reads a token. @throws Error without the token, because it goes to the log. */
async function readToken(file: string): Promise<string> {
  const token = (await readFile(file, 'utf8')).trim()
  if (/^[!-~]+$/.test(token)) return token
  throw new Error('the token file must contain one token of printable ASCII characters without spaces')
}

/** Sends a request with the headers of remote write 1.0. The token is read each time, because it may be replaced. */
async function post(url: string, tokenFile: string | null, body: Uint8Array): Promise<number> {
  const token = tokenFile === null ? null : await readToken(tokenFile)
  const response = await fetch(url, {
    method: 'POST',
    body: new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'content-type': 'application/x-protobuf',
      'content-encoding': 'snappy',
      'x-prometheus-remote-write-version': '0.1.0',
      'user-agent': 'granary',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
  })
  await response.body?.cancel()
  return response.status
}
