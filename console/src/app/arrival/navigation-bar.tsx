import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LoadingBar } from '../../ui/page/loading-bar.tsx'

/** Milliseconds of loading below which no bar is shown. */
const SHOW_DELAY_MS = 20
/** Milliseconds that the bar takes to finish. */
const FADE_OUT_MS = 300

/** The line at the top of the window while the next page loads. */
export function NavigationBar() {
  const router = useRouter()
  const [shown, setShown] = useState<{ goal: string; done: boolean } | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const after = (time: number, next: typeof shown) => {
      clearTimeout(timer)
      timer = setTimeout(() => setShown(next), time)
    }
    const ends = [
      router.subscribe('onBeforeNavigate', ({ toLocation }) =>
        after(SHOW_DELAY_MS, { goal: toLocation.href, done: false }),
      ),
      router.subscribe('onResolved', () => {
        setShown((before) => before && { ...before, done: true })
        after(FADE_OUT_MS, null)
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [router])
  return shown && <LoadingBar key={shown.goal} done={shown.done} />
}
