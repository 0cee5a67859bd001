import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** The bar at the bottom of the frame, once it is there. */
export const BottomBarContext = createContext<HTMLElement | null>(null)

/** Puts something into the bar at the bottom of the frame, which is there only while something is in it. */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = use(BottomBarContext)
  return bar && createPortal(<div className="px-4 py-2 md:px-8">{children}</div>, bar)
}
