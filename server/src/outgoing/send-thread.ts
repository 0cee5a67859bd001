import { Worker } from 'node:worker_threads'
import type { AlertSender, Attempt, Outgoing, Target } from '@granary/control-plane/kit/base/alert-sender.ts'
import { isMailto, mailtoProblem } from '@granary/domain/alert-mail.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { MailSettings } from './mail.ts'
import { reachable } from './reachable.ts'
import { endpointProblem } from './webhooks.ts'

/** What a thread begins with. */
export type SendSettings = {
  /** Networks that may be asked although they are not public. */
  networks: readonly string[]
  /** Null sends no mail. */
  mail: MailSettings | null
}

/** Returns how a server sends alerts. */
export const sendSettings = ({ webhookNetworks, smtpUrl, mailFrom }: Configuration): SendSettings => ({
  networks: webhookNetworks ?? [],
  mail: smtpUrl && mailFrom ? { server: smtpUrl, from: mailFrom } : null,
})

/** What the thread gets, and what it answers. */
export type Order = { id: number; target: Target; deliveries: readonly Outgoing[] } | { abort: number }
export type Sent = { id: number; made: (Attempt | null)[] } | { id: number; failed: string }

type Waiting = { resolve: (made: (Attempt | null)[]) => void; reject: (error: Error) => void }

const NO_SMTP = 'needs an SMTP server: set GRANARY_SMTP_URL and GRANARY_MAIL_FROM'
const WORKER = new URL('./send-worker.ts', import.meta.url)

/**
 * Sends alerts in a thread of its own: thousands may be due at once, and requests must not wait for them. The thread begins with the
 * first alert.
 */
export function sendThread(settings: SendSettings): AlertSender & { close: () => Promise<void> } {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let count = 0

  const begin = (): Worker => {
    const begun = new Worker(WORKER, { workerData: settings })
    // A server that stops does not wait for it.
    begun.unref()
    begun.on('message', (sent: Sent) => {
      const { resolve, reject } = waiting.get(sent.id)!
      waiting.delete(sent.id)
      if ('made' in sent) resolve(sent.made)
      else reject(new Error(sent.failed))
    })
    // The next alert needs another thread from the error on, which comes before the exit.
    const fail = (problem: string) => {
      if (worker !== begun) return
      worker = null
      for (const { reject } of waiting.values()) reject(new Error(problem))
      waiting.clear()
    }
    begun.on('error', (error) => fail(String(error)))
    begun.on('exit', () => fail('the thread that sends alerts has ended'))
    return begun
  }

  const isAllowed = reachable(settings.networks)
  return {
    endpointProblem: (address) => {
      if (!isMailto(address)) return endpointProblem(address, isAllowed)
      return settings.mail ? mailtoProblem(address) : NO_SMTP
    },
    sendAll: async (target, deliveries, signal) => {
      const own = (worker ??= begin())
      const id = count++
      const { promise, resolve, reject } = Promise.withResolvers<(Attempt | null)[]>()
      waiting.set(id, { resolve, reject })
      const abort = () => own.postMessage({ abort: id } satisfies Order)
      signal.addEventListener('abort', abort)
      own.postMessage({ id, target, deliveries } satisfies Order)
      return promise.finally(() => signal.removeEventListener('abort', abort))
    },
    close: async () => {
      await worker?.terminate()
    },
  }
}
