import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '../lazy-part.ts'
import type { MenuEntry } from './entries.ts'

/** React Aria's menus are larger than a whole list page, so they load when a menu is about to open. */
const load = () => import('./menu-popup.tsx')
const MenuPopup = lazyPart(load)

/** Prefetches the code of menus when the browser is idle. */
export const preloadMenus = (): void => void load()

export type TriggerProps = {
  ref?: Ref<HTMLButtonElement>
  onPress?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  onMouseDown?: (event: MouseEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
  id?: string
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

type MenuProps = {
  /** A `Button` or `IconButton`. */
  trigger: ReactElement<TriggerProps>
  entries: MenuEntry[]
  /** Accessible name of the menu; by default, the trigger names it. */
  label?: string
  placement?: 'bottom end' | 'bottom start'
  /** Arrow down opens it too. Off in table rows, where that key moves to the next row. */
  opensOnArrow?: boolean
}

/** A menu under a button. Arrow keys move, letters jump, Escape and a click elsewhere close it; the page is not locked. */
export function Menu({ trigger, entries, label, placement = 'bottom end', opensOnArrow = true }: MenuProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const toggle = () => {
    // Not every browser focuses a pressed button, and the menu returns the focus to it.
    button.current?.focus({ preventScroll: true })
    setOpen(!open)
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id,
        onPress: toggle,
        onPointerEnter: preloadMenus,
        onFocus: preloadMenus,
        // Otherwise the focus would leave the menu, which would close, and the following click would open it again.
        onMouseDown: (event) => open && event.preventDefault(),
        onKeyDown: (event) => {
          if (!opensOnArrow || event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open,
      })}
      {open && (
        <Suspense fallback={null}>
          <MenuPopup
            triggerRef={button}
            entries={entries}
            placement={placement}
            label={label}
            labelledBy={label ? undefined : id}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
