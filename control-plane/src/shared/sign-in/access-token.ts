import type { Clock } from '@granary/compute/clock.ts'
import { hashToken } from './token.ts'

/** Every access token begins with this, so that it is recognised where it should not be: in logs, in source code. */
const PREFIX = 'granary-token-'

/** The access token of a request, or null. Bearer tokens of other kinds are not for this scheme. */
export function accessTokenOf(request: Request): string | null {
  const match = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')
  return match && match[1]!.startsWith(PREFIX) ? match[1]! : null
}

/** Whether a token, or the request of a device for one, does not hold any more. */
export const isExpired = ({ time_expires }: { time_expires: string | null }, clock: Clock): boolean =>
  time_expires !== null && Date.parse(time_expires) <= clock.now().getTime()

/**
 * The token of a device, made from its device code: the device can fetch it again when an answer was lost, and what is
 * stored tells neither of the two. 160 bits, as many as the code has.
 */
export const tokenFromDeviceCode = async (deviceCode: string): Promise<string> =>
  PREFIX + (await hashToken(`granary access token of ${deviceCode}`)).slice(0, 40)
