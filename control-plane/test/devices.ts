import type { World } from './world.ts'

type OAuthAnswer = { status: number; headers: Headers; body: Record<string, unknown> & { error?: string } }

/** Posts the fields of a form, as a device does; extra headers authenticate the request. */
export async function sendForm(
  { controlPlane }: World,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> {
  const response = await controlPlane.fetch(
    new Request(`http://test${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) }),
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** A device that has requested a code. */
export type Device = {
  clientId: string
  deviceCode: string
  userCode: string
  /** Requests the token. */
  poll: () => Promise<OAuthAnswer>
}

/** Requests a code for a device. */
export async function requestDeviceCode(
  world: World,
  fields: { ttl_seconds?: string } = {},
): Promise<Device> {
  const clientId = crypto.randomUUID()
  const { status, body } = await sendForm(world, '/device/auth', { client_id: clientId, ...fields })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const deviceCode = body.device_code as string
  return {
    clientId,
    deviceCode,
    userCode: body.user_code as string,
    poll: () =>
      sendForm(world, '/device/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: deviceCode,
        client_id: clientId,
      }),
  }
}

/** Returns the headers of a request with an access token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Runs the whole device flow. @param cookie of the user who confirms. @returns the access token. */
export async function grantToken(
  world: World,
  cookie: string,
  fields: { ttl_seconds?: string } = {},
): Promise<string> {
  const device = await requestDeviceCode(world, fields)
  const confirmed = await world.ask('POST', '/device/confirm', { user_code: device.userCode }, cookie)
  if (confirmed.status !== 204) throw new Error(JSON.stringify(confirmed.body))
  return (await device.poll()).body.access_token as string
}
