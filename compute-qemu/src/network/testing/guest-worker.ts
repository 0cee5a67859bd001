/**
 * What a machine does in tests of networks, as a process in a namespace of its own: answers TCP and UDP, and sends what its standard
 * input says, one question a line. An answer says whether a reply came.
 */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Probe } from './guest.ts'

/** Ports and addresses at which it answers. */
const [ports, addresses] = JSON.parse(process.argv[2]!) as [number[], string[]]

const listening: Promise<unknown>[] = []
for (const port of ports)
  for (const address of addresses) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      // The other end learns the address that it is seen from, and gets back what it sends.
      socket.write(`${socket.remoteAddress}\n`)
      socket.pipe(socket)
    }).listen(port, address)
    const udp = createSocket(address.includes(':') ? 'udp6' : 'udp4')
    udp.on('message', (message, from) => udp.send(message, from.port, from.address, () => {}))
    udp.bind(port, address)
    listening.push(once(server, 'listening'), once(udp, 'listening'))
  }

const probes = {
  tcp: ({ to, port, timeout }: Probe) =>
    new Promise<string | null>((resolve) => {
      const socket = connect(port, to)
      const end = (seen: string | null) => {
        resolve(seen)
        socket.resetAndDestroy()
      }
      socket.once('data', (text) => end(String(text).trim()))
      socket.once('error', () => end(null))
      setTimeout(() => end(null), timeout)
    }),
  udp: ({ to, port, timeout, source, sourcePort = 0 }: Probe) =>
    new Promise<string | null>((resolve) => {
      const socket = createSocket(to.includes(':') ? 'udp6' : 'udp4')
      const end = (seen: string | null) => {
        clearTimeout(timer)
        resolve(seen)
        socket.close()
      }
      const timer = setTimeout(() => end(null), timeout)
      // An error of ICMP is no reply of the other end.
      socket.on('error', () => {})
      socket.on('message', (_, from) => end(from.address))
      socket.bind({ port: sourcePort, ...(source === undefined ? {} : { address: source }) }, () => {
        if (to === '255.255.255.255') socket.setBroadcast(true)
        socket.send('?', port, to, () => {})
      })
    }),
  icmp: ({ to, timeout }: Probe) =>
    new Promise<string | null>((resolve) => {
      const child = spawn('busybox', ['ping', '-c', '1', '-W', '60', to], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      child.stdout.on('data', (text) => {
        if (!/bytes from/.test(String(text))) return
        resolve(to)
        child.kill('SIGKILL')
      })
      child.once('error', (error) => {
        throw error
      })
      child.once('close', () => resolve(null))
      setTimeout(() => child.kill('SIGKILL'), timeout)
    }),
}

const held: Socket[] = []

/** Opens a connection that stays. @returns its number. */
const hold = ({ to, port }: { to: string; port: number }) =>
  new Promise<string | null>((resolve) => {
    const socket = connect(port, to)
    socket.on('error', () => resolve(null))
    socket.once('data', () => resolve(String(held.push(socket) - 1)))
  })

let echoes = 0
/** Sends a text by a connection that stays. @returns it if it came back. */
const echo = ({ held: number, timeout }: { held: string; timeout: number }) =>
  new Promise<string | null>((resolve) => {
    const socket = held[Number(number)]!
    const text = `<${echoes++}>`
    let received = ''
    const end = (answer: string | null) => {
      socket.off('data', read)
      clearTimeout(timer)
      resolve(answer)
    }
    const read = (chunk: Buffer) => {
      received += String(chunk)
      if (received.includes(text)) end(text)
    }
    const timer = setTimeout(() => end(null), timeout)
    socket.on('data', read)
    socket.write(text)
  })

interface Question {
  id: number
  probe?: Probe
  hold?: Parameters<typeof hold>[0]
  echo?: Parameters<typeof echo>[0]
}
const answerOf = (question: Question): Promise<string | null> => {
  if (question.hold) return hold(question.hold)
  if (question.echo) return echo(question.echo)
  return probes[question.probe!.protocol](question.probe!)
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const question = JSON.parse(line) as Question
    void answerOf(question).then((seen) =>
      process.stdout.write(JSON.stringify({ id: question.id, seen }) + '\n'),
    )
  })
  .on('close', () => process.exit())
await Promise.all(listening)
process.stdout.write('{"ready":true}\n')
