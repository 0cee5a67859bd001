import { useStore } from '../../ui/store.ts'
import { announcement } from './arrivals.ts'

/** Announces the title of the new page to screen readers. */
export const Announcer = () => (
  <div aria-live="polite" aria-atomic className="sr-only">
    {useStore(announcement)}
  </div>
)
