import type { CallInput } from '@granary/contract/call.ts'
import { ipProblem } from '@granary/domain/ip.ts'
import { endProblem } from '@granary/domain/reachability/ends.ts'
import type { QuestionSearch } from './question-search.ts'

/** Returns the body of the request, or null while the question is incomplete or an end is invalid. */
export function bodyOf({ from, to, protocol = 'tcp', port, version }: QuestionSearch): QuestionBody | null {
  if (!from || !to || endProblem(from) !== null || endProblem(to) !== null) return null
  if (protocol === 'icmp') return { from, to, protocol, ipVersion: version }
  return port ? { from, to, protocol, port, ipVersion: version } : null
}
export type QuestionBody = CallInput<'vpcExplain'>['body']

/** Returns the end that a text means: an instance may be typed by its name alone. */
export const endOf = (text: string): string => {
  const typed = text.trim()
  return typed === '' || typed === 'internet' || typed.includes('/') || ipProblem(typed) === null
    ? typed
    : `instance/${typed}`
}
