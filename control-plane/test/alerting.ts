import { type ManualClock, manualClock } from '@granary/compute/clock.ts'
import { requestWebhooks, type RecordingReceiver } from './recording-receiver.ts'
import { openWorld, type World } from './world.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- bodies differ by operation
type Body = any

export type Alerting = {
  world: World
  clock: ManualClock
  receiver: RecordingReceiver
  /** Creates a receiver with one secret. */
  subscribe: (name: string, ...subscriptions: string[]) => Promise<Body>
  alerts: (query?: string) => Promise<Body[]>
  deliveries: (receiver: string, query?: string) => Promise<Body[]>
}

/** Opens a world on a clock that stands still, with receivers whose answers a test chooses. */
export async function openAlerting(): Promise<Alerting> {
  const clock = manualClock()
  const world = await openWorld({ clock, started: false })
  const receiver = requestWebhooks(clock)
  world.services.alertSender = receiver.alertSender
  const items = async (path: string) => (await world.ask('GET', path)).body.items as Body[]
  return {
    world,
    clock,
    receiver,
    subscribe: async (name, ...subscriptions) => {
      const endpoint = `https://${name}.example/hook`
      const body = { name, description: '', endpoint, secrets: [`secret of ${name}`], subscriptions }
      const made = await world.ask('POST', '/v1/webhook-receivers', body)
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      return made.body
    },
    alerts: (query = '') => items(`/v1/alerts?limit=1000${query}`),
    deliveries: (name, query = '') => items(`/v1/alert-receivers/${name}/deliveries?limit=1000${query}`),
  }
}
