import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** The bar at the bottom of the frame, once it is mounted. */
export const BottomBarContext = createContext<HTMLElement | null>(null)

/** Renders into the bar at the bottom of the frame, which is hidden while it is empty. */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = use(BottomBarContext)
  return bar && createPortal(<div className="px-4 py-2 md:px-8">{children}</div>, bar)
}
