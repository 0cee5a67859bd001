import { type ComponentPropsWithRef, createContext, type MouseEvent, type ReactNode, useContext } from 'react'

/** Navigates without reloading the application. The design system knows no router. */
type Navigation = { navigate: (href: string) => void }

const NavigationContext = createContext<Navigation>({ navigate: (href) => window.location.assign(href) })

/** Provides navigation to links in menus and toasts. Mount it once, around everything, with a stable `navigate`. */
export const NavigationProvider = ({ navigate, children }: Navigation & { children: ReactNode }) => (
  <NavigationContext value={{ navigate }}>{children}</NavigationContext>
)

/** Returns the application's navigation. */
export const useNavigation = (): Navigation => useContext(NavigationContext)

/** Whether a click on a link stays in this tab, without a modifier for a new tab or window. */
export const isPlainClick = (event: {
  button: number
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
}) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * A link that opens its page in the application. A link of the router also follows every navigation, to know whether it leads to the
 * current page, which costs time before each page where there are many.
 */
export function PlainLink({ href, onClick, ...rest }: ComponentPropsWithRef<'a'> & { href: string }) {
  const { navigate } = useNavigation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    navigate(href)
  }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is among the props
  return <a {...rest} href={href} onClick={follow} />
}
