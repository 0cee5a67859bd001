import type { Clock } from '@granary/compute/clock.ts'
import { hashToken } from './token.ts'

/** Prefix of every access token, so that scanners recognize a leaked one in logs or source code. */
const PREFIX = 'granary-token-'

/** The access token of a request, or null. Ignores bearer tokens of other schemes. */
export function accessTokenOf(request: Request): string | null {
  const match = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')
  return match && match[1]!.startsWith(PREFIX) ? match[1]! : null
}

/** Whether a token, or a device's request for one, has expired. */
export const isExpired = ({ time_expires }: { time_expires: string | null }, clock: Clock): boolean =>
  time_expires !== null && Date.parse(time_expires) <= clock.now().getTime()

/**
 * Derives a device's token from its device code, so the device can fetch it again after a lost response. The database
 * stores hashes only, which reveal neither. 160 bits, like the code.
 */
export const tokenFromDeviceCode = async (deviceCode: string): Promise<string> =>
  PREFIX + (await hashToken(`granary access token of ${deviceCode}`)).slice(0, 40)
