import { isIP } from 'node:net'
import { mailtoProblem } from '@granary/domain/alert-mail.ts'
import { hostnameProblem } from '@granary/domain/names.ts'

/** The allowed values of a setting. */
export type Kind<Value = unknown> = {
  /** Ends the sentence "it must be …". */
  allowed: string
  /** Parses a value. @returns undefined when it isn't allowed. */
  read: (text: string) => Value | undefined
}

export const text = { allowed: 'a non-empty text', read: (given: string) => given || undefined }

export const oneOf = <const Choice extends string>(...choices: Choice[]) => ({
  allowed: `one of ${choices.join(', ')}`,
  read: (given: string) => choices.find((choice) => choice === given),
})

export const number = (least: number, most: number) => ({
  allowed: `a whole number from ${least} to ${most}`,
  read: (given: string) => {
    const value = Number(given)
    return /^\d+$/.test(given) && value >= least && value <= most ? value : undefined
  },
})

export const host = {
  allowed: 'an IP address or a host name, without a scheme, a port or brackets',
  read: (given: string) => (isIP(given) || /^[^\s:/?#@[\]]+$/.test(given) ? given : undefined),
}

export const networkInterface = {
  allowed: 'the name of a network interface: 1 to 15 characters without spaces and slashes',
  read: (given: string) => (/^[^\s/]{1,15}$/.test(given) && !/^\.{1,2}$/.test(given) ? given : undefined),
}

export const domain = {
  allowed: 'a DNS name such as cloud.example',
  read: (given: string) => {
    const name = given.toLowerCase().replace(/\.$/, '')
    return hostnameProblem(name) === null ? name : undefined
  },
}

export const database = {
  allowed: 'postgres://… or file: and a path',
  read: (given: string) => (/^(postgres(ql)?:\/\/.|file:.)/.test(given) ? given : undefined),
}

export const password = {
  allowed: 'not empty and at most 512 bytes long',
  read: (given: string) => (given && Buffer.byteLength(given) <= 512 ? given : undefined),
}

export const token = {
  allowed: '16 to 512 characters without spaces',
  read: (given: string) => (/^[!-~]{16,512}$/.test(given) ? given : undefined),
}

export const webAddress = {
  allowed: 'an address that begins with http:// or https://, without a name and password',
  read: (given: string) => {
    const url = URL.parse(given)
    return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? given : undefined
  },
}

/** An SMTP server, and how the server signs in to it. */
export type SmtpServer = {
  host: string
  port: number
  /** Whether TLS begins with the connection. */
  secure: boolean
  auth: { user: string; pass: string } | null
}

const SMTP_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

export const smtpServer = {
  allowed: 'smtp:// or smtps://, perhaps a user and a password, a host and perhaps a port, without a path',
  read: (given: string): SmtpServer | undefined => {
    const url = URL.parse(given)
    const port = url && SMTP_PORTS[url.protocol]
    if (!url || !port || !url.hostname || url.search || url.hash || !/^\/?$/.test(url.pathname)) return
    if ((url.username === '') !== (url.password === '')) return
    const auth = url.username && { user: decoded(url.username), pass: decoded(url.password) }
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || port,
      secure: url.protocol === 'smtps:',
      auth: auth || null,
    }
  },
}

/** Decodes a part of an address. A percent sign that encodes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const mailSender = {
  allowed: 'an e-mail address such as granary@example.com',
  read: (given: string) => (mailtoProblem(`mailto:${given}`) === null ? given : undefined),
}

/** An address, or an address and its prefix length. */
const isNetwork = (given: string): boolean => {
  const [address, bits, ...rest] = given.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address!)] ?? -1
  return (
    rest.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

export const networks = {
  allowed: 'addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
  read: (given: string) => {
    const list = given.split(',').map((each) => each.trim())
    return list.every(isNetwork) ? list : undefined
  },
}
