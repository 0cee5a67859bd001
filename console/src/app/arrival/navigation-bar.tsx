import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LoadingBar } from '../../ui/page/loading-bar.tsx'

/** What takes less is not worth a bar; milliseconds. */
const PATIENCE = 20
/** How long the bar takes to run out. */
const FAREWELL = 300

/** The line at the top of the window while the next page is on its way. */
export function NavigationBar() {
  const goal = useRouterState({ select: (state) => (state.isLoading ? state.location.href : null) })
  const [shown, setShown] = useState<{ goal: string; done: boolean } | null>(null)
  useEffect(() => {
    if (goal === null) {
      setShown((before) => before && { ...before, done: true })
      const timer = setTimeout(() => setShown(null), FAREWELL)
      return () => clearTimeout(timer)
    }
    const timer = setTimeout(() => setShown({ goal, done: false }), PATIENCE)
    return () => clearTimeout(timer)
  }, [goal])
  return shown && <LoadingBar key={shown.goal} done={shown.done} />
}
