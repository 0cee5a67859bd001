import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Puts something into the bar at the bottom of the frame, which is there only while something is in it. */
export function BottomBar({ children }: { children: ReactNode }) {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setBar(document.getElementById('bottom-bar')), [])
  return bar && createPortal(<div className="px-4 py-2 md:px-8">{children}</div>, bar)
}
