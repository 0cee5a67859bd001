import type { Bindings } from '../kit/bindings.ts'
import type { Meaning } from './security-event.ts'

/** One request at the edge: its operation, and what the host knows about it. */
export type Incoming = { operation: string; meaning: Meaning; request: Request; bindings: Bindings }
