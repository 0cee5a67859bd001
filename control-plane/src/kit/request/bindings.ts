import type { TextAnswer } from './answer.ts'
import { type ReadBytes, readLimited } from './body.ts'

/** One completed request, for metrics. */
export type Answered = { operation: string; status: number; ms: number }

/** What the host knows about a request. Passed in through Hono's `env`, which a client can't write to. */
export type Bindings = {
  /** Request id: in the response, in its errors and in every log line about the request. */
  requestId: string
  /** Client address; `unknown` if the host can't tell. */
  clientAddress: string
  /** Whether the client is on the host itself and sent the request through no proxy. */
  isLocal: boolean
  /** Scheme and host of this site as the client sees them, also behind a proxy: `https://cloud.example`. */
  origin: string
  /** Reads the body of a request. A host may have a faster way than the stream of the request. */
  readBytes: ReadBytes
  onAnswer: (answered: Answered) => void
  /** Compresses an answer for a client that accepts that. It may take a thread, so the request still has its seat. */
  compress?: (request: Request, answer: Response | TextAnswer) => Promise<Response | TextAnswer>
}

/** Returns the bindings for a host that knows nothing beyond the request. */
export const plainBindings = (request: Request): Bindings => ({
  requestId: crypto.randomUUID(),
  clientAddress: 'unknown',
  isLocal: true,
  origin: new URL(request.url).origin,
  readBytes: (limit) => readLimited(request, limit),
  onAnswer: () => {},
})
