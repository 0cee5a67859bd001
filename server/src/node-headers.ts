import type { IncomingMessage } from 'node:http'

/** The headers of a Node request as the web knows them. */
export function toHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  return headers
}

/** Names where a request comes from. Only the host may say so: what the client sent under this name is taken out. */
export const CLIENT_ADDRESS = 'x-granary-client-address'

/** Puts the address of the connection into the headers of its request. */
export function stampAddress(incoming: IncomingMessage): void {
  const { rawHeaders } = incoming
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]!.toLowerCase() === CLIENT_ADDRESS) rawHeaders.splice(at, 2)
  const address = incoming.socket.remoteAddress ?? 'unknown'
  rawHeaders.push(CLIENT_ADDRESS, address)
  incoming.headers[CLIENT_ADDRESS] = address
}
