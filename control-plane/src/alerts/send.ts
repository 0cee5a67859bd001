import type { Clock } from '@granary/compute/clock.ts'
import { isMailto } from '@granary/domain/alert-mail.ts'
import { secretsOf } from '../kinds/alert-receiver.ts'
import type { Attempt, Outgoing, Target } from '../kit/base/alert-sender.ts'
import type { MessageAnswer, PostWebhook, SendMail } from '../kit/base/messages.ts'
import { mailTo, type Message, requestTo } from './messages.ts'

/** Deliveries to one receiver that are sent side by side. */
const SIDE_BY_SIDE = 16
/** Time in which attempts begin; milliseconds. */
const BEGIN_MS = 20_000

/** What a host sends with; no mail without an SMTP server. */
export type Sending = { clock: Pick<Clock, 'now'>; post: PostWebhook; mail: SendMail | null }

/** Why a receiver without secrets gets nothing. */
const NO_SECRETS = 'the receiver has no secret to sign with'
const NO_MAIL = 'this server has no SMTP server'

/** Returns why a receiver gets nothing, or null. Chat systems and mail need no signature. */
export const sendingProblem = (target: Pick<Target, 'endpoint' | 'template' | 'secrets'>): string | null =>
  isMailto(target.endpoint) || target.template !== null || secretsOf(target).length > 0 ? null : NO_SECRETS

/** Makes an attempt at each delivery to a receiver, as `AlertSender` documents it. */
export async function sendAll(
  sending: Sending,
  target: Target,
  deliveries: readonly Outgoing[],
  signal: AbortSignal,
): Promise<(Attempt | null)[]> {
  const last = sending.clock.now().getTime() + BEGIN_MS
  const made: (Attempt | null)[] = deliveries.map(() => null)
  const left = deliveries.entries()
  const sendLeft = async () => {
    for (const [at, delivery] of left) {
      if (signal.aborted || sending.clock.now().getTime() > last) return
      made[at] = await attempt(sending, target, delivery, signal)
    }
  }
  for (const ended of await Promise.allSettled(Array.from({ length: SIDE_BY_SIDE }, sendLeft)))
    if (ended.status === 'rejected' && !signal.aborted) throw ended.reason
  return made
}

async function attempt(
  sending: Sending,
  target: Target,
  delivery: Outgoing,
  signal: AbortSignal,
): Promise<Attempt> {
  const timeSent = sending.clock.now().toISOString()
  const answer = await send(sending, { target, delivery, timeSent }, signal)
  const base = { attempt: delivery.number, timeSent }
  if ('failure' in answer)
    return { ...base, result: `failed_${answer.failure}`, response: null, problem: answer.problem }
  const { status, durationMs, excerpt } = answer
  const isSuccess = status >= 200 && status < 300
  return {
    ...base,
    result: isSuccess ? 'succeeded' : 'failed_http_error',
    response: { status, durationMs, excerpt },
    problem: null,
  }
}

async function send({ post, mail }: Sending, message: Message, signal: AbortSignal): Promise<MessageAnswer> {
  const { target } = message
  const problem = sendingProblem(target)
  if (problem !== null) return { failure: 'unreachable', problem }
  if (!isMailto(target.endpoint)) return post(target.endpoint, requestTo(message), signal)
  return mail ? mail(mailTo(message), signal) : { failure: 'unreachable', problem: NO_MAIL }
}
