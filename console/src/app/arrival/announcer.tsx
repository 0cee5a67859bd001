import { useStore } from '../../ui/store.ts'
import { announcement } from './arrivals.ts'

/** Says the name of the page that one has come to. */
export const Announcer = () => (
  <div aria-live="polite" aria-atomic className="sr-only">
    {useStore(announcement)}
  </div>
)
