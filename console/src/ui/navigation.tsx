import { createContext, type ReactNode, useContext } from 'react'

/** How the application goes to another page without loading it anew; the design system knows no router. */
type Navigation = { navigate: (href: string) => void }

const NavigationContext = createContext<Navigation>({ navigate: (href) => window.location.assign(href) })

/** Tells links in menus and toasts how to go somewhere. Mount it once, around everything, with a stable `navigate`. */
export const NavigationProvider = ({ navigate, children }: Navigation & { children: ReactNode }) => (
  <NavigationContext value={{ navigate }}>{children}</NavigationContext>
)

/** The application's way to go to another page. */
export const useNavigation = (): Navigation => useContext(NavigationContext)

/** Whether a click on a link means "here", and not a new tab or window. */
export const isPlainClick = (event: {
  button: number
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
}) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
