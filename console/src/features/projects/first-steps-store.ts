import { createStore, useStore } from '../../ui/store.ts'

const KEY = 'first-steps'
const CLOSED = 'closed'

function isClosed(): boolean {
  try {
    return localStorage.getItem(KEY) === CLOSED
  } catch {
    // Without storage the steps would come back at every visit.
    return true
  }
}

const closed = createStore(isClosed())

/** Whether the first steps are done or closed in this browser. */
export const useFirstStepsClosed = (): boolean => useStore(closed)

/** Closes the first steps for good. */
export function closeFirstSteps(): void {
  closed.set(true)
  try {
    localStorage.setItem(KEY, CLOSED)
  } catch {
    // They are closed as long as the page lives.
  }
}
