import { ipProblem } from '@granary/domain/ip.ts'
import type { Packet, Reply } from '../networks.ts'

/** A command that sends a packet and prints what came back. */
export interface Probe {
  packet: Packet
  print: (reply: Reply) => string
}

const DEFAULT_PINGS = 3
const MAX_PINGS = 10

/** Parses `ping`. @returns a message for a wrong command. */
export function ping(args: readonly string[]): Probe | string {
  const { values, rest } = split(args, ['-c'])
  const [host, ...more] = rest
  const count = Number(values.get('-c') ?? DEFAULT_PINGS)
  if (!host || more.length > 0 || !(Number.isInteger(count) && count >= 1 && count <= MAX_PINGS))
    return `usage: ping [-c 1 to ${MAX_PINGS}] ADDRESS`
  const to = addressOf(host)
  if (to === null) return `ping: ${host}: Name or service not known; give an address`
  return { packet: { to, traffic: { protocol: 'icmp' } }, print: (reply) => pingText(to, count, reply) }
}

function pingText(to: string, count: number, reply: Reply): string {
  if (reply === 'unreachable') return 'ping: connect: Network is unreachable'
  const isLost = reply === 'lost'
  const numbers = Array.from({ length: isLost ? 0 : count }, (_, index) => index + 1)
  return [
    `PING ${to} (${to}) 56 data bytes`,
    ...numbers.map(
      (number) => `64 bytes from ${to}: icmp_seq=${number} ttl=64 time=0.${310 + number * 17} ms`,
    ),
    '',
    `--- ${to} ping statistics ---`,
    `${count} packets transmitted, ${numbers.length} received, ${isLost ? 100 : 0}% packet loss`,
  ].join('\n')
}

/** Parses `nc -z`. @returns a message for a wrong command. */
export function nc(args: readonly string[]): Probe | string {
  const { flags, rest } = split(args, ['-w'])
  const [host, portText, ...more] = rest
  const port = portOf(portText)
  if (!flags.has('z') || !host || port === null || more.length > 0) return 'usage: nc -z [-u] ADDRESS PORT'
  const to = addressOf(host)
  if (to === null) return `nc: ${host}: Name or service not known; give an address`
  const protocol = flags.has('u') ? 'udp' : 'tcp'
  return {
    packet: { to, traffic: { protocol, port } },
    print: (reply) =>
      reply === 'answered'
        ? `Connection to ${to} ${port} port [${protocol}/*] succeeded!`
        : `nc: connect to ${to} port ${port} (${protocol}) failed: ${REASONS[reply]}`,
  }
}

/** Parses `curl`. @returns a message for a wrong command. */
export function curl(args: readonly string[]): Probe | string {
  const { rest } = split(args, ['-m', '-o'])
  const [text, ...more] = rest
  if (!text || more.length > 0) return 'usage: curl URL'
  const href = text.includes('://') ? text : `http://${text}`
  const url = URL.canParse(href) ? new URL(href) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return 'curl: (3) URL using bad format; give http or https'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const to = addressOf(host)
  if (to === null) return `curl: (6) Could not resolve host: ${host}; give an address`
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return {
    packet: { to, traffic: { protocol: 'tcp', port } },
    print: (reply) =>
      reply === 'answered'
        ? `Hello from ${to}, port ${port}`
        : `curl: (${reply === 'lost' ? 28 : 7}) Failed to connect to ${to} port ${port}: ${REASONS[reply]}`,
  }
}

const REASONS = { lost: 'Connection timed out', unreachable: 'No route to host' }

/** There is no DNS. */
function addressOf(host: string): string | null {
  if (host === 'localhost') return '127.0.0.1'
  return ipProblem(host) === null ? host : null
}

function portOf(text = ''): number | null {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : null
}

/** Splits arguments into letters of flags, flags with a value, and the others. */
function split(args: readonly string[], valued: readonly string[]) {
  const flags = new Set<string>()
  const values = new Map<string, string>()
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    if (valued.includes(arg)) values.set(arg, args[++at] ?? '')
    else if (arg.startsWith('-')) for (const letter of arg.replace(/^-+/, '')) flags.add(letter)
    else rest.push(arg)
  }
  return { flags, values, rest }
}
