import type { IncomingMessage } from 'node:http'
import type { Answered, Bindings } from '@granary/control-plane/kit/bindings.ts'
import type { ClientOf } from './client.ts'
import { isFromHere } from './own-machine.ts'
import type { IncomingBytes } from './incoming-bytes.ts'

/** Facts of one request: the control plane's bindings, and the ones that only the server needs. */
export type RequestBindings = Bindings & {
  /** The client connected by https, to this server or to a proxy before it. */
  encrypted: boolean
  /** Releases the body: the request is answered and nothing reads its bytes any more. */
  release: () => void
}

/** Collects the facts of each incoming request. */
export type BindingsOf = (request: Request, incoming: IncomingMessage) => RequestBindings

export const requestBindings =
  (clientOf: ClientOf, bytes: IncomingBytes, onAnswer: (answered: Answered) => void): BindingsOf =>
  (request, incoming) => {
    const { address, encrypted, forwardedHost } = clientOf(incoming)
    const origin = `${encrypted ? 'https' : 'http'}://${forwardedHost ?? new URL(request.url).host}`
    const requestId = crypto.randomUUID()
    return {
      requestId,
      clientAddress: address,
      isLocal: isFromHere(incoming),
      origin,
      encrypted,
      onAnswer,
      ...bytes(request, incoming),
    }
  }
