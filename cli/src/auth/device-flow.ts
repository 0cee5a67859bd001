import { CommandError, EXIT } from '../exit-codes.ts'
import { askJson, RefusedError } from '../http.ts'
import type { Target, World } from '../target.ts'

type Codes = {
  device_code: string
  user_code: string
  verification_uri: string
  expires_in: number
  interval?: number
}

export type Grant = { access_token: string; token_id: string; time_expires: string | null }

/** Seconds between two questions, where the server does not say. */
const INTERVAL = 2
/** What RFC 8628 says of a server that is asked too often. */
const SLOWER = 5

const form = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  content: new URLSearchParams(fields).toString(),
})

/**
 * RFC 8628: asks for a code, shows it, and waits until somebody has confirmed it in a browser.
 * @param ttl seconds that the token shall hold, if not as long as it may.
 * @throws CommandError 1 when nobody did, 4 when the server is not reached.
 */
export async function signInDevice(world: World, host: string, ttl: number | undefined): Promise<Grant> {
  const target: Target = { host, token: null }
  const client = crypto.randomUUID()
  const fields = { client_id: client, ...(ttl === undefined ? {} : { ttl_seconds: String(ttl) }) }
  const ask = { method: 'POST', path: '/device/auth', body: form(fields) }
  const codes = (await askJson(target, ask, world.interrupted)) as Codes
  if (typeof codes?.user_code !== 'string' || typeof codes.device_code !== 'string')
    throw new CommandError(EXIT.unreachable, `${host} does not answer as Granary does`)
  world.err.write(
    `Open this page in a browser and enter the code:\n\n  ${codes.verification_uri}\n\n  ${codes.user_code}\n\n` +
      `Waiting for it; the code holds for ${Math.round(codes.expires_in / 60)} minutes …\n`,
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
      return (await askJson(
        target,
        { method: 'POST', path: '/device/token', body },
        world.interrupted,
      )) as Grant
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
 * How much longer to wait between questions after a refusal: nobody has confirmed yet, or the server has no time.
 * @throws what cannot be waited for.
 */
async function delayAfter(error: unknown): Promise<number> {
  if (!(error instanceof RefusedError)) throw error
  const code = (error.body as { error?: string } | null)?.error
  if (code === 'authorization_pending') return 0
  if (code === 'slow_down' || error.status === 429 || error.status >= 500) return SLOWER
  throw error
}
