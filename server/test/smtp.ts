import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail as the SMTP server got it. */
export type ReceivedMail = {
  from: string
  to: string[]
  text: string
  user: string | undefined
  isSecure: boolean
}

export type SmtpReceiver = {
  port: number
  mails: ReceivedMail[]
  connections: number
  /** How often a client has sent a password. */
  passwords: number
  /** What the server says to the next mails; null accepts them, and 'hang' says nothing. */
  refusal: null | 'hang' | { code: number; text: string }
}

type Options = { password?: string; tls?: { key: string; cert: string }; offersTls?: boolean; port?: number }

/** Starts an SMTP server, until the test ends. @param options a password that a client has to know, and a certificate. */
export async function startSmtp({
  password,
  tls,
  offersTls = true,
  port = 0,
}: Options = {}): Promise<SmtpReceiver> {
  const receiver: SmtpReceiver = { port, mails: [], connections: 0, passwords: 0, refusal: null }
  const server = new SMTPServer({
    authOptional: password === undefined,
    ...tls,
    disabledCommands: [
      ...(offersTls && tls ? [] : ['STARTTLS']),
      ...(password === undefined ? ['AUTH'] : []),
    ],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onConnect: (_, done) => {
      receiver.connections++
      done()
    },
    onAuth: (auth, _, done) => {
      receiver.passwords++
      if (auth.password === password) done(null, { user: auth.username })
      else done(new Error('Who are you?'))
    },
    onRcptTo: (_, __, done) => {
      const { refusal } = receiver
      if (refusal === null || refusal === 'hang') return done()
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        receiver.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString(),
          user: session.user,
          isSecure: session.secure,
        })
        if (receiver.refusal !== 'hang') done(null, 'queued as 4F2A')
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  receiver.port = (server.server.address() as { port: number }).port
  onTestFinished(() => server.close())
  return receiver
}
