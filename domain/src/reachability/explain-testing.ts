import type { Answer } from './answer.ts'
import { explain, type Question } from './explain.ts'
import type { Network } from './network.ts'
import { rule } from './testing.ts'

export const ssh = { protocol: 'tcp', port: 22 } as const
export const ping = { protocol: 'icmp' } as const

/** Answers whether packets arrive. @throws Error when the question names no part of the network. */
export function ask(network: Network, from: string, to: string, more: Partial<Question> = {}): Answer {
  const answer = explain(network, { from, to, traffic: ssh, ...more })
  if ('code' in answer) throw new Error(answer.message)
  return answer
}
export const open = rule('open')
/** Returns the types of the hops. */
export const types = (hops: Answer['there']) => hops.map(({ type }) => type)
