import { FetchRefusal } from '@granary/control-plane/kit/base/image-files.ts'
import { OutgoingError } from '../outgoing/open-address.ts'
import { NOT_ALLOWED } from '../outgoing/reachable.ts'

/** @throws FetchRefusal if a downloaded file is missing; the error itself otherwise. */
export function throwIfGone(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error
  throw new FetchRefusal('The downloaded file is gone. Retry the fetch.')
}

/** Codes of a name that no DNS server knows, or that none could be asked about. */
const UNKNOWN_NAME = /ENOTFOUND|EAI_AGAIN|ENODATA/

/**
 * Returns the sentence for users about an address that can't be opened. A forbidden address and an unknown name get the
 * same one, so that nobody can find out which names an internal network has.
 */
export function refusalOf(error: OutgoingError): FetchRefusal {
  const { reason, message } = error
  if (reason === 'malformed') return new FetchRefusal(`The address ${message}.`)
  if (message.includes(NOT_ALLOWED) || UNKNOWN_NAME.test(message))
    return new FetchRefusal(
      'The server cannot reach this address: its host name is unknown, or it is in a network that the operator does not allow.',
    )
  if (reason === 'refused') return new FetchRefusal(`The site does not serve the file: ${message}.`)
  return new FetchRefusal(`The download failed: ${failureOf(error)}.`)
}

const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the site refuses connections',
  ECONNRESET: 'the site closed the connection',
  EPIPE: 'the site closed the connection',
  EHOSTUNREACH: 'no network leads to the site',
  ENETUNREACH: 'no network leads to the site',
  ETIMEDOUT: 'the site does not answer',
}

/** Returns what ended a connection, without the address that Node's messages name. An error of several addresses has no message. */
function failureOf({ message, cause }: OutgoingError): string {
  const { code = '', syscall } = (cause ?? {}) as NodeJS.ErrnoException
  return FAILURES[code] ?? (syscall || message === '' ? `the connection failed (${code})` : message)
}
