import { parentPort, workerData } from 'node:worker_threads'
import { sendAll, type Sending } from '@granary/control-plane/alerts/send.ts'
import { mailer } from './mail.ts'
import { reachable } from './reachable.ts'
import type { Order, SendSettings, Sent } from './send-thread.ts'
import { postWebhooks } from './webhooks.ts'

// The thread of `send-thread.ts`.
const { networks, mail } = workerData as SendSettings
const sending: Sending = {
  clock: { now: () => new Date() },
  post: postWebhooks(reachable(networks)),
  mail: mail && mailer(mail),
}
const running = new Map<number, AbortController>()

async function send({ id, target, deliveries }: Extract<Order, { target: object }>): Promise<Sent> {
  const ending = new AbortController()
  running.set(id, ending)
  try {
    return { id, made: await sendAll(sending, target, deliveries, ending.signal) }
  } catch (error) {
    return { id, failed: String(error) }
  } finally {
    running.delete(id)
  }
}

parentPort!.on('message', (order: Order) => {
  if ('target' in order) void send(order).then((sent) => parentPort!.postMessage(sent))
  else running.get(order.abort)?.abort(new Error('the server stops'))
})
