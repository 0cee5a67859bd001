import type { Extensions } from '@granary/contract/call.ts'
import { isMailto, mailAddress } from '@granary/domain/alert-mail.ts'
import { CHAT_TEMPLATES } from '@granary/domain/alert-templates.ts'
import type { Receiver } from './receiver.ts'

/** What gets the alerts: a program, a chat system or people. */
export type Medium = 'program' | 'chat' | 'mail'

/** The fields of a form that say where alerts are sent, and in which form. */
export type TargetValues = { medium: Medium; endpoint: string; email: string; template: string }

export const NEW_TARGET: TargetValues = {
  medium: 'program',
  endpoint: '',
  email: '',
  template: CHAT_TEMPLATES.slack,
}

type Kind = Pick<Receiver['kind'], 'endpoint' | 'template'>

/** Returns what a receiver is. */
export function mediumOf({ endpoint, template }: Kind): Medium {
  if (isMailto(endpoint)) return 'mail'
  return template == null ? 'program' : 'chat'
}

/** Returns the address of a receiver as people write it. */
export const addressOf = ({ endpoint }: Pick<Kind, 'endpoint'>): string =>
  isMailto(endpoint) ? mailAddress(endpoint) : endpoint

/** Returns the fields of a receiver. */
export function valuesOf(kind: Kind): TargetValues {
  const medium = mediumOf(kind)
  const address = addressOf(kind)
  return {
    medium,
    endpoint: medium === 'mail' ? '' : address,
    email: medium === 'mail' ? address : '',
    template: kind.template ?? NEW_TARGET.template,
  }
}

/** Returns the part of a request that says where alerts are sent. A server of the published API knows programs only. */
export function targetBody(
  { medium, endpoint, email, template }: TargetValues,
  extensions: Extensions | null,
) {
  return {
    endpoint: medium === 'mail' ? `mailto:${email}` : endpoint,
    ...(extensions && { template: extensions.value(medium === 'chat' ? template : null) }),
  }
}
