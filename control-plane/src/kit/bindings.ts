import { type ReadBytes, readLimited } from './body.ts'

/** One answered request, for metrics. */
export type Answered = { operation: string; status: number; ms: number }

/** What the host knows of one request. It comes in through Hono's `env`, which a client cannot write to. */
export type Bindings = {
  /** On the answer, in its errors, in every line logged about the request. */
  requestId: string
  /** The address that the request comes from; `unknown` where the host cannot tell. */
  clientAddress: string
  /** Scheme and host of this site as the client wrote them, also behind a proxy: `https://cloud.example`. */
  origin: string
  /** Reads the body of a request for bytes; a host may have a shorter way than the stream of the request. */
  readBytes: ReadBytes
  onAnswer: (answered: Answered) => void
}

/** The bindings of a request whose host knows no more than the request says. */
export const plainBindings = (request: Request): Bindings => ({
  requestId: crypto.randomUUID(),
  clientAddress: 'unknown',
  origin: new URL(request.url).origin,
  readBytes: (limit) => readLimited(request, limit),
  onAnswer: () => {},
})
