import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'
import { PASSWORD } from './server.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Opens a connection of HTTP/2, and closes it after the test. */
export async function connectHttp2(url: string): Promise<ClientHttp2Session> {
  const session = connect(url, { rejectUnauthorized: false })
  session.on('error', () => {})
  onTestFinished(() => session.destroy())
  await once(session, 'remoteSettings')
  return session
}

/** Begins a request. The test sends its body, unless it is a GET. */
export function begin(session: ClientHttp2Session, headers: OutgoingHttpHeaders): ClientHttp2Stream {
  const stream = session.request(headers)
  stream.on('error', () => {})
  return stream
}

/** Waits for the answer of a request. Its status is the code of the reset where there is none. */
export async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  let headers: IncomingHttpHeaders = {}
  let text = ''
  stream.on('response', (received) => (headers = received))
  stream.on('data', (part) => (text += String(part)))
  await new Promise<void>((resolve) => stream.once('close', () => resolve()))
  return { status: Number(headers[':status'] ?? stream.rstCode), headers, text }
}

/** Sends a request with JSON. */
export function ask(
  session: ClientHttp2Session,
  method: string,
  path: string,
  body?: unknown,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const stream = begin(session, { ':method': method, ':path': path, ...type, ...headers })
  if (!stream.writableEnded) stream.end(body === undefined ? undefined : JSON.stringify(body))
  return answerOf(stream)
}

/** Signs the administrator in. @returns the value of the `cookie` header. */
export async function signIn(session: ClientHttp2Session): Promise<string> {
  const body = { username: 'admin', password: PASSWORD }
  const { headers } = await ask(session, 'POST', '/v1/login/main/local', body)
  return headers['set-cookie']![0]!.split(';')[0]!
}

/** Types of frames (RFC 9113 section 6). */
const DATA = 0
const HEADERS = 1
const RST_STREAM = 3
const SETTINGS = 4
const END_HEADERS = 4

/** A connection of HTTP/2 without the rules of a client. */
export async function connectFrames(url: string) {
  const { port, hostname } = new URL(url)
  const options = { port: Number(port), host: hostname, ALPNProtocols: ['h2'], rejectUnauthorized: false }
  const socket = connectTls(options)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).resume()
  await once(socket, 'secureConnect')
  const frame = (type: number, flags: number, stream: number, payload: Buffer) => {
    const head = Buffer.alloc(9)
    head.writeUIntBE(payload.length, 0, 3)
    head.writeUInt8(type, 3)
    head.writeUInt8(flags, 4)
    head.writeUInt32BE(stream, 5)
    return Buffer.concat([head, payload])
  }
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  socket.write(frame(SETTINGS, 0, 0, Buffer.alloc(0)))
  return {
    socket,
    headers: (stream: number, fields: Record<string, string>, flags = END_HEADERS) =>
      frame(HEADERS, flags, stream, Buffer.concat(Object.entries(fields).map(literal))),
    data: (stream: number, text: string) => frame(DATA, 0, stream, Buffer.from(text)),
    reset: (stream: number, code: number) => {
      const payload = Buffer.alloc(4)
      payload.writeUInt32BE(code)
      return frame(RST_STREAM, 0, stream, payload)
    },
  }
}

/** Writes a field without the tables of HPACK (RFC 7541 section 6.2.2). */
function literal([name, value]: [string, string]): Buffer {
  return Buffer.concat([Buffer.from([0]), text(name), text(value)])
}

/** Writes a text without a Huffman code (RFC 7541 section 5.2). */
function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes])
  const rest = bytes.length - 127
  return Buffer.concat([Buffer.from([127, (rest & 127) | 128, rest >> 7]), bytes])
}
