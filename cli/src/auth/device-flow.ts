import { CommandError, EXIT } from '../exit-codes.ts'
import { askJson, RefusedError } from '../http.ts'
import { isItem } from '../output/show.ts'
import type { Target, World } from '../target.ts'

type Codes = {
  device_code: string
  user_code: string
  verification_uri: string
  expires_in: number
  interval?: number
}

export type Grant = { access_token: string; token_id: string; time_expires: string | null }

/** Default polling interval, in seconds (RFC 8628 section 3.2). */
const INTERVAL = 2
/** Error code of a server that is polled too often (RFC 8628 section 3.5). */
const SLOW_DOWN_SECONDS = 5

const form = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  content: new URLSearchParams(fields).toString(),
})

/**
 * Requests a code, shows it, and waits until a user has confirmed it in a browser (RFC 8628).
 * @param ttl lifetime of the token in seconds; the maximum if undefined.
 * @throws CommandError 1 if the code was not confirmed, 4 if the server is unreachable.
 */
export async function signInDevice(world: World, host: string, ttl: number | undefined): Promise<Grant> {
  const target: Target = { host, token: null }
  const client = crypto.randomUUID()
  const fields = { client_id: client, ...(ttl === undefined ? {} : { ttl_seconds: String(ttl) }) }
  const ask = { method: 'POST', path: '/device/auth', body: form(fields) }
  const codes = await askJson<Codes>(target, ask, world.interrupted)
  if (typeof codes?.user_code !== 'string' || typeof codes.device_code !== 'string')
    throw new CommandError(EXIT.unreachable, `${host} is not a Granary server`)
  world.err.write(
    `Open this page in a browser and enter the code:\n\n  ${codes.verification_uri}\n\n  ${codes.user_code}\n\n` +
      `Waiting for confirmation. The code is valid for ${Math.round(codes.expires_in / 60)} minutes …\n`,
  )
  return waitForGrant(world, target, client, codes)
}

async function waitForGrant(world: World, target: Target, client: string, codes: Codes): Promise<Grant> {
  const end = Date.now() + codes.expires_in * 1000
  const body = form({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: codes.device_code,
    client_id: client,
  })
  let interval = codes.interval ?? INTERVAL
  while (Date.now() < end) {
    await pause(world, interval)
    try {
      return await askJson<Grant>(target, { method: 'POST', path: '/device/token', body }, world.interrupted)
    } catch (error) {
      interval += await delayAfter(error)
    }
  }
  throw new CommandError(EXIT.refused, 'nobody confirmed the code in time; sign in again')
}

async function pause({ wait }: World, seconds: number): Promise<void> {
  try {
    await wait(seconds * 1000)
  } catch {
    throw new CommandError(EXIT.interrupted, 'interrupted')
  }
}

/**
 * Returns the additional delay before the next poll: the code is not confirmed yet, or the server asks to slow down.
 * @throws errors that waiting can't resolve.
 */
async function delayAfter(error: unknown): Promise<number> {
  if (!(error instanceof RefusedError)) throw error
  const code = isItem(error.body) ? error.body.error : null
  if (code === 'authorization_pending') return 0
  if (code === 'slow_down' || error.status === 429 || error.status >= 500) return SLOW_DOWN_SECONDS
  throw error
}
