import type { CallOutput } from '@granary/contract/call.ts'

export type Alert = CallOutput<'alertView'>

/** What the payload of every class has. */
type Payload = { message?: string; projectName?: string; siloName?: string }

/** Returns what all classes have in their payload. */
export const payloadOf = ({ payload }: Pick<Alert, 'payload'>): Payload => (payload ?? {}) as Payload

/** Returns an alert as a sentence. */
export const messageOf = (alert: Alert): string => alert.message ?? payloadOf(alert).message ?? alert.class
