import { type AlertWords, shortened } from './alert-templates.ts'
import { hostnameProblem } from './names.ts'

const SCHEME = 'mailto:'
/** Characters of the local part of an address (RFC 5321) that need no quotes; without `/`, which is a mistyped `mailto://`. */
const LOCAL_PART = /^[\w!#$'*+=^`{|}~-]+(\.[\w!#$'*+=^`{|}~-]+)*$/
const MAX_LOCAL_PART = 64
/** Characters of an alert in the subject of a mail. */
const MAX_SUBJECT = 150

/** Whether an address of a receiver is one that gets mail. */
export const isMailto = (endpoint: string): boolean => /^mailto:/i.test(endpoint)

/** Returns the e-mail address of a receiver. */
export const mailAddress = (endpoint: string): string => endpoint.slice(SCHEME.length)

/** Returns what is wrong with an address that gets mail, such as `mailto:ops@example.com`, or null. */
export function mailtoProblem(endpoint: string): string | null {
  const [local = '', domain, ...rest] = mailAddress(endpoint).split('@')
  const isRight =
    rest.length === 0 &&
    domain !== undefined &&
    local.length <= MAX_LOCAL_PART &&
    LOCAL_PART.test(local) &&
    hostnameProblem(domain) === null &&
    // A number at the end would be an IP address.
    /(^|\.)[a-zA-Z][a-zA-Z0-9-]*$/.test(domain)
  return isRight ? null : 'must be one e-mail address without a name, such as mailto:ops@example.com'
}

/** A mail about an alert. */
export type AlertMail = { subject: string; text: string }

/** Returns the mail about an alert. @param payload its payload as JSON. */
export const mailOf = (words: AlertWords, payload: unknown): AlertMail => ({
  subject: `[Granary] ${shortened(words.message.replaceAll(/\s+/g, ' '), MAX_SUBJECT)}`,
  text: [
    words.message,
    '',
    `Class: ${words.class}`,
    `Raised: ${words.time}`,
    `Alert: ${words.alert_id}`,
    '',
    JSON.stringify(payload, null, 2),
    '',
  ].join('\n'),
})
