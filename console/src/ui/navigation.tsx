import { type ComponentPropsWithRef, createContext, type MouseEvent, useContext } from 'react'
import { chain } from './chain.ts'

/** Navigates without reloading the application, and loads pages ahead. The design system knows no router. */
type Navigation = { navigate: (href: string) => void; preload: (href: string) => void }

const NavigationContext = createContext<Navigation>({
  navigate: (href) => window.location.assign(href),
  preload: () => {},
})

/** Provides navigation to plain links, menus and toasts. Mount it once, around everything, with a stable value. */
export const NavigationProvider = NavigationContext

/** Milliseconds that the pointer rests on a link before its page loads: on its way across a list it passes many. */
export const REST_MS = 40

/** Of the link on which the pointer rests, or that has just got the focus. */
let resting: ReturnType<typeof setTimeout> | undefined
const leave = () => clearTimeout(resting)
function rest(load: () => void): void {
  leave()
  resting = setTimeout(load, REST_MS)
}

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
 * current page, which costs time before each page where there are many. As those do, it loads its page when the pointer rests on it, and
 * when it gets the focus.
 */
export function PlainLink({ href, onClick, ...props }: ComponentPropsWithRef<'a'> & { href: string }) {
  const { navigate, preload } = useNavigation()
  const enter = () => rest(() => preload(href))
  const intent = { onPointerEnter: enter, onFocus: enter, onPointerLeave: leave, onBlur: leave }
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    navigate(href)
  }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is among the props
  return <a {...chain(props, intent)} href={href} onClick={follow} />
}
