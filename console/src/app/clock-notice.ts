import { duration } from '@granary/domain/time.ts'
import { onClockDifference } from '../time/clock.ts'
import { addToast, ERROR_TIMEOUT } from '../ui/toast/toast-store.ts'

/** Says once that the browser's clock is wrong. The console goes by the server's. Call it once. */
export function announceClock(): void {
  onClockDifference((ahead) =>
    addToast({
      title: `The clock of this computer is ${duration(Math.abs(ahead))} ${ahead > 0 ? 'behind' : 'ahead'}`,
      content: "The console shows times by the server's clock.",
      timeout: ERROR_TIMEOUT,
    }),
  )
}
