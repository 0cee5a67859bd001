import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A raw connection to a server, without the checks of an HTTP client. */
export type Raw = {
  socket: Socket
  write: (text: string) => void
  /** Writes, and resolves when the bytes are sent. */
  send: (text: string) => Promise<void>
  /** All bytes that arrived until the server ended the connection. */
  all: Promise<string>
}

export function connectRaw(url: string): Raw {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString('latin1')))
  const all = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  const send: Raw['send'] = (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve()))
  return { socket, write: (bytes) => void socket.write(bytes), send, all }
}

/** Parses status, headers (lower case) and JSON body of the last answer in the bytes. */
export function lastAnswer(text: string) {
  const [head, body] = text.slice(text.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n') as [string, string]
  const [first, ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.split(': ').slice(1).join(': ')]),
  )
  return { status: Number(first!.split(' ')[1]), headers, body: JSON.parse(body) as Record<string, string> }
}
