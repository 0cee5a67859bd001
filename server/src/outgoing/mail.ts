import type { MessageAnswer, SendMail } from '@granary/control-plane/kit/base/messages.ts'
import { createTransport } from 'nodemailer'
import type { SmtpServer } from '../settings/setting-kinds.ts'
import { MAX_EXCERPT, NETWORK_PROBLEMS } from './problems.ts'

/** How mail is sent: the server, and the address that it comes from. */
export type MailSettings = { server: SmtpServer; from: string }

/** Milliseconds for a connection, and for all of a mail. */
const PATIENCE = { connect: 10_000, all: 30_000 }
/** Connections to the SMTP server at once; many accept no more of one client. */
const CONNECTIONS = 4
/** Milliseconds after which an unused connection is closed. */
const IDLE_MS = 5_000

/** This machine, by names and addresses that need no lookup. */
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|::1)$/i

/** An error of the SMTP client. */
type SmtpError = Error & { code?: string; responseCode?: number; response?: string; originalCode?: string }

/**
 * Sends mail by the operator's SMTP server, which may be inside of a private network: only who starts the server chooses it. A
 * password is only sent over TLS, except on this machine.
 */
export function mailer({ server, from }: MailSettings, patience = PATIENCE): SendMail {
  const { auth, ...address } = server
  const transport = createTransport({
    ...address,
    ...(auth && { auth }),
    requireTLS: auth !== null && !server.secure && !THIS_MACHINE.test(server.host),
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: patience.all,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Each mail gets its error too.
  transport.on('error', () => {})
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return async ({ to, subject, text, id, headers }, signal) => {
    const begun = performance.now()
    const late = AbortSignal.timeout(patience.all)
    const durationMs = () => Math.round(performance.now() - begun)
    try {
      signal.throwIfAborted()
      const { response } = await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}@${domain}>`,
        headers,
        signal: AbortSignal.any([signal, late]),
      })
      return { status: statusOf(response), durationMs: durationMs(), excerpt: excerptOf(response) }
    } catch (error) {
      signal.throwIfAborted()
      const { responseCode, response = '' } = error as SmtpError
      if (responseCode)
        return { status: responseCode, durationMs: durationMs(), excerpt: excerptOf(response) }
      return failureOf(error as SmtpError, late.aborted, patience)
    }
  }
}

const statusOf = (response: string): number => Number(response.slice(0, 3)) || 250

const excerptOf = (response: string): string => response.replaceAll('\0', '').slice(0, MAX_EXCERPT)

/** Why there was no answer. Messages of the system may name addresses of an internal network. */
function failureOf(error: SmtpError, isLate: boolean, patience: typeof PATIENCE): MessageAnswer {
  if (isLate) return { failure: 'timeout', problem: `no answer within ${patience.all / 1_000} seconds` }
  if (error.code === 'ETIMEDOUT')
    return { failure: 'timeout', problem: `no connection within ${patience.connect / 1_000} seconds` }
  const code = error.originalCode ?? error.code ?? ''
  const problem =
    NETWORK_PROBLEMS[code] ?? SMTP_PROBLEMS[code] ?? `the connection failed${code ? ` (${code})` : ''}`
  return { failure: 'unreachable', problem }
}

const SMTP_PROBLEMS: Readonly<Record<string, string>> = {
  EAUTH: 'the SMTP server refused the user and password, or offers no way to sign in',
  ETLS: 'TLS could not begin',
  ECONNECTION: 'the connection was closed before an answer',
  EDNS: 'the host name is unknown',
}
