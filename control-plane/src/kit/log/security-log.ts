import type { Clock } from '@granary/compute/clock.ts'
import { clientNetwork } from '@granary/domain/client-networks.ts'
import type { ApiError } from '../base/errors.ts'
import type { LoggedChangeOf, SecurityEntry } from './security-entry.ts'
import type { Log } from './log.ts'
import type { Trail } from './trail.ts'

/**
 * Takes the entries of the security log.
 * @returns whether it kept the entry; a flood of refusals is left out, see `boundedSecurityLog`.
 */
export type SecurityLog = (entry: SecurityEntry) => boolean

/** Window of the limits below; milliseconds. */
const WINDOW_MS = 60_000
/** Entries of refused or anonymous requests of one client network in a window; of refused ones of one known caller. */
export const MAX_PER_NETWORK = 30
/** The same of all anonymous clients together. */
export const MAX_IN_WINDOW = 300

/** Writes every entry into the structured log: at `warn` what an operator should look at, the rest at `info`. */
export const plainSecurityLog =
  (log: Log): SecurityLog =>
  (entry) => {
    log(levelOf(entry), 'security', entry)
    return true
  }

/**
 * Writes entries into the structured log, and bounds what clients can make it write without a right to anything: only
 * so many entries of refused and of anonymous requests are written in a minute, per client network and in all. Refused
 * requests of a known caller count for that caller alone, so that no flood of others hides them. One line says that
 * entries are left out, and a later one how many. Successful requests of a known caller are always written.
 */
export function boundedSecurityLog(log: Log, clock: Clock): SecurityLog {
  const write = plainSecurityLog(log)
  let start = -Infinity
  let total = 0
  let omitted = 0
  const bySource = new Map<string, number>()

  function beginWindow(now: number): void {
    if (omitted > 0)
      log('warn', 'security entries omitted', { omitted, since: new Date(start).toISOString() })
    start = now
    total = 0
    omitted = 0
    bySource.clear()
  }

  return (entry) => {
    const now = clock.now().getTime()
    if (now - start >= WINDOW_MS || now < start) beginWindow(now)
    if (entry.outcome === 'succeeded' && entry.actor) return write(entry)
    const network = clientNetwork(entry.clientAddress ?? 'unknown')
    const caller = knownCaller(entry)
    const source = caller ?? network
    const count = bySource.get(source) ?? 0
    if (count >= MAX_PER_NETWORK || (caller === null && total >= MAX_IN_WINDOW)) {
      if (omitted === 0)
        log('warn', 'omitting security entries of this minute: too many refusals', { network })
      omitted += 1
      return false
    }
    bySource.set(source, count + 1)
    if (caller === null) total += 1
    return write(entry)
  }
}

/** Returns the ID of the authenticated caller. The actor of a refused sign-in only had their name given. */
const knownCaller = ({ event, actor }: SecurityEntry): string | null =>
  event === 'sign_in' || actor === null ? null : actor.id

/**
 * `warn` for refused sign-ins, refusals and failures of the server. A caller without any credential has tried nothing,
 * and a mistake in a request is no matter of security: those are `info`.
 */
function levelOf({ event, outcome, credential, errorCode, reason }: SecurityEntry): 'info' | 'warn' {
  if (outcome === 'succeeded') return 'info'
  if (outcome === 'failed') return 'warn'
  if (event === 'change') return 'info'
  if (event === 'refusal' && credential === null && errorCode === 'Unauthorized') return 'info'
  return reason === CODE_REQUESTED ? 'info' : 'warn'
}

/** Reason of the first half of a sign-in with a second factor: the password was right, and the code follows. */
export const CODE_REQUESTED = 'a code is needed too'

/** A finished request, as its security entry describes it. */
export type FinishedRequest = Pick<
  SecurityEntry,
  'requestId' | 'operation' | 'method' | 'path' | 'clientAddress' | 'status'
> & {
  trail: Trail
  /** Null for a success, and for an error of the server. */
  refusal: ApiError | null
}

/** Describes a request in the security log. */
export function securityEntry(event: SecurityEntry['event'], finished: FinishedRequest): SecurityEntry {
  const { trail, status, refusal, path, ...request } = finished
  const { actor } = trail
  const changes = changedResources(trail)
  return {
    event,
    ...request,
    path: textOrNull(path),
    actor: actor && { ...actor, name: textOrNull(actor.name) },
    credential: trail.credential,
    begun: trail.begun,
    target: trail.target && { ...trail.target, name: textOrNull(trail.target.name) },
    changes: changes.slice(0, MAX_LOGGED_CHANGES),
    changeCount: changes.length,
    outcome: refusal ? 'refused' : status !== null && status >= 500 ? 'failed' : 'succeeded',
    status,
    errorCode: refusal?.code ?? null,
    reason: refusal && reasonOf(refusal),
  }
}

const textOrNull = (text: string | null): string | null => (text === null ? null : plainText(text))

/** Whether the caller lacked a right, or guessed wrong, rather than made a mistake. */
export const isRefusal = ({ status, hiddenReason }: ApiError): boolean =>
  status === 401 || status === 403 || status === 429 || hiddenReason !== null

/** Returns the reason of a refusal. The message of a mistake may quote the request, so only its codes are logged. */
function reasonOf(refusal: ApiError): string | null {
  const { hiddenReason, problems, code, message } = refusal
  if (hiddenReason !== null) return plainText(hiddenReason)
  if (code === 'SecondFactorRequired' && problems[0]?.code === 'required') return CODE_REQUESTED
  if (isRefusal(refusal)) return plainText(message)
  const codes = [...new Set(problems.map((problem) => problem.code))]
  return codes.length > 0 ? codes.join(', ') : null
}

/** Returns each changed resource once, with the last that happened to it. */
function changedResources({ changes }: Trail): LoggedChangeOf[] {
  const last = new Map(changes.map(({ kind, action, id }) => [`${kind} ${id}`, { kind, action, id }]))
  return [...last.values()]
}

/** Maximum number of changes that an entry lists. */
const MAX_LOGGED_CHANGES = 10

/** Maximum length of a text in an entry, in characters. */
const MAX_TEXT = 200

/**
 * Control characters, line separators, marks that reorder text, invisible characters and halves of characters. JSON
 * escapes only some of them.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Returns a text that can't forge or hide parts of a log: unsafe characters as `\u{…}`, and cut to a maximum length. */
export function plainText(text: string): string {
  const head = text.slice(0, MAX_TEXT)
  const safe = head.replace(UNSAFE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
  return safe.length > MAX_TEXT || text.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT)}…` : safe
}
