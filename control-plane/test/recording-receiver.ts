import type { Clock } from '@granary/compute/clock.ts'
import { sendAll } from '../src/alerts/send.ts'
import type { AlertSender } from '../src/kit/base/alert-sender.ts'
import { mailtoProblem, isMailto } from '@granary/domain/alert-mail.ts'
import type { Mail, MessageAnswer, PostWebhook, SendMail } from '../src/kit/base/messages.ts'

/** A request as a receiver got it. */
export type Received = { url: string; headers: Readonly<Record<string, string | string[]>>; body: string }

export type RecordingReceiver = {
  alertSender: AlertSender
  /** All requests, the first one first. */
  received: Received[]
  mails: Mail[]
  /** What a request gets, by the host of its address or the address of a mail; success unless a test chooses another. */
  answers: Map<string, (signal: AbortSignal) => Promise<MessageAnswer>>
}

/** Returns receivers of alerts without a network. */
export function requestWebhooks(clock: Clock): RecordingReceiver {
  const received: Received[] = []
  const mails: Mail[] = []
  const answers: RecordingReceiver['answers'] = new Map()
  const post: PostWebhook = async (url, { headers, body }, signal) => {
    received.push({ url, headers, body })
    const answer = answers.get(new URL(url).hostname)
    return answer ? answer(signal) : { status: 204, durationMs: 3, excerpt: '' }
  }
  const mail: SendMail = async (sent, signal) => {
    mails.push(sent)
    const answer = answers.get(sent.to)
    return answer ? answer(signal) : { status: 250, durationMs: 3, excerpt: '250 queued' }
  }
  return {
    received,
    mails,
    answers,
    alertSender: {
      endpointProblem: (url) => {
        if (isMailto(url)) return mailtoProblem(url)
        return url.startsWith('https://') ? null : 'must begin with https://'
      },
      sendAll: (...given) => sendAll({ clock, post, mail }, ...given),
    },
  }
}
