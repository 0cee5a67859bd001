import { LoadingBar } from '../../ui/page/loading-bar.tsx'
import { useStore } from '../../ui/store.ts'
import { bar } from '../../ui/waits.ts'

/** The line at the top of the window while the user waits for the next page or a part of this one. */
export function NavigationBar() {
  const shown = useStore(bar)
  return shown && <LoadingBar key={shown.key} done={shown.done} />
}
