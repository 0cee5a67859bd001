import type { Clock } from '@granary/compute/clock.ts'
import type { QemuProcess } from './process.ts'

/** Time between two presses of the power button: a guest that boots may not hear the first; milliseconds. */
const PRESS_AGAIN_MS = 5_000

interface Patience {
  clock: Clock
  /** Milliseconds since 1970. */
  until: number
  /** Whether the wait is of no use any more. */
  isOver: () => boolean
}

/** Presses the power button of a guest. Resolves when the guest has stopped, or its time is over. */
export async function askToStop(process: QemuProcess, { clock, until, isOver }: Patience): Promise<void> {
  const { qmp } = process
  const isRunning = async () => {
    const answer = await qmp.execute<{ status: string }>('query-status').catch(() => undefined)
    return answer?.status === 'running'
  }
  const left = () => until - clock.now().getTime()
  while (left() > 0 && !isOver() && (await isRunning())) {
    await qmp.execute('system_powerdown').catch(() => {})
    await guestStops(process, clock, Math.min(left(), PRESS_AGAIN_MS))
  }
}

/** Waits until the guest stops, at most `ms` milliseconds. */
function guestStops({ qmp }: QemuProcess, clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      qmp.off('event', onEvent)
      qmp.off('close', done)
      resolve()
    }
    const onEvent = ({ event }: { event: string }) => {
      if (event === 'SHUTDOWN' || event === 'STOP') done()
    }
    const cancel = clock.setTimer(ms, done)
    qmp.on('event', onEvent)
    qmp.once('close', done)
  })
}
