import { createServer } from 'node:net'
import { onTestFinished, expect, test } from 'vitest'
import { selfSigned } from '../../../contract/test/certificates.ts'
import { startSmtp } from '../../test/smtp.ts'
import type { SmtpServer } from '../settings/setting-kinds.ts'
import { mailer } from './mail.ts'

const from = 'granary@cloud.example'
const patience = { connect: 300, all: 700 }
const never = new AbortController().signal
const mail = {
  to: 'ops@example.com',
  subject: 'It is full: größer als erlaubt',
  text: 'It is full',
  id: 'b2d45d6e-7f80-4a91-8b3c-1d2e3f4a5b6c',
  headers: { 'x-granary-alert-class': 'pool.full' },
}
const sendWith = (server: Partial<SmtpServer>, signal = never) =>
  mailer({ server: { host: '127.0.0.1', port: 1, secure: false, auth: null, ...server }, from }, patience)(
    mail,
    signal,
  )

test('sends a mail, and says what the server said', async () => {
  const smtp = await startSmtp()
  expect(await sendWith({ port: smtp.port })).toEqual({
    status: 250,
    excerpt: '250 queued as 4F2A',
    durationMs: expect.any(Number),
  })
  expect(smtp.mails).toMatchObject([{ from, to: ['ops@example.com'] }])
  const [{ text }] = smtp.mails as [(typeof smtp.mails)[number]]
  expect(text).toMatch(/^From: granary@cloud\.example\r$/m)
  expect(text).toMatch(/^Message-ID: <b2d45d6e-7f80-4a91-8b3c-1d2e3f4a5b6c@cloud\.example>\r$/m)
  expect(text).toMatch(/^X-Granary-Alert-Class: pool\.full\r$/m)
  expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(text).toMatch(/\r\n\r\nIt is full\r\n$/)
})

test('says the reply of a server that refuses', async () => {
  const smtp = await startSmtp()
  smtp.refusal = { code: 550, text: 'No such user here' }
  expect(await sendWith({ port: smtp.port })).toMatchObject({ status: 550, excerpt: '550 No such user here' })
})

test('signs in, and says that a password is wrong without it', async () => {
  const smtp = await startSmtp({ password: 'open-sesame' })
  const auth = (pass: string) => ({ port: smtp.port, auth: { user: 'granary', pass } })
  expect(await sendWith(auth('open-sesame'))).toMatchObject({ status: 250 })
  expect(smtp.mails).toMatchObject([{ user: 'granary' }])
  const refused = await sendWith(auth('wrong-one'))
  expect(refused).toMatchObject({ status: 535, excerpt: '535 Who are you?' })
  expect(JSON.stringify(refused)).not.toContain('wrong-one')
})

test('sends no password to another machine without TLS', async () => {
  const plain = await startSmtp({ password: 'open-sesame', offersTls: false })
  const auth = { user: 'granary', pass: 'open-sesame' }
  // An address of this machine that does not count as its own.
  const answer = await sendWith({ host: '::ffff:127.0.0.1', port: plain.port, auth })
  expect(answer).toMatchObject({ status: 500, excerpt: '500 Error: command not recognized' })
  expect([plain.passwords, plain.mails]).toEqual([0, []])
})

test('trusts no certificate that the system does not trust', async () => {
  const { cert, key } = selfSigned({ names: ['mail.example'] })
  const smtp = await startSmtp({ tls: { cert, key } })
  expect(await sendWith({ port: smtp.port })).toMatchObject({
    failure: 'unreachable',
    problem: 'the connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)',
  })
  expect(smtp.mails).toEqual([])
})

test('waits neither for a server without a greeting nor for one without an end', async () => {
  const mute = createServer()
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void mute.close())
  const { port } = mute.address() as { port: number }
  expect(await sendWith({ port })).toEqual({
    failure: 'timeout',
    problem: 'no connection within 0.3 seconds',
  })
  const smtp = await startSmtp()
  smtp.refusal = 'hang'
  expect(await sendWith({ port: smtp.port })).toEqual({
    failure: 'timeout',
    problem: 'no answer within 0.7 seconds',
  })
})

test('says that nobody listens, and ends with the server', async () => {
  expect(await sendWith({ port: 1 })).toEqual({
    failure: 'unreachable',
    problem: 'the connection was refused',
  })
  const smtp = await startSmtp()
  smtp.refusal = 'hang'
  const ending = new AbortController()
  const sent = sendWith({ port: smtp.port }, ending.signal)
  await expect.poll(() => smtp.mails.length).toBe(1)
  ending.abort(new Error('the server stops'))
  await expect(sent).rejects.toThrow('the server stops')
})

test('sends many mails over few connections', async () => {
  const smtp = await startSmtp()
  const send = mailer({ server: { host: '127.0.0.1', port: smtp.port, secure: false, auth: null }, from })
  const all = Array.from({ length: 50 }, (_, at) => send({ ...mail, id: `mail-${at}` }, never))
  expect(new Set((await Promise.all(all)).map((each) => 'status' in each && each.status))).toEqual(
    new Set([250]),
  )
  expect(smtp.mails).toHaveLength(50)
  expect(smtp.connections).toBeLessThanOrEqual(4)
})
