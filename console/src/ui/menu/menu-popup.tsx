import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import { Menu as AriaMenu, MenuItem, SubmenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { chain } from '../chain.ts'
import { isPlainClick, useNavigation } from '../navigation.tsx'
import { isProgrammaticScroll } from '../overlay/scroll.ts'
import { usePressOutside } from '../use-press-outside.ts'
import { useTooltip } from '../use-tooltip.tsx'
import type { MenuAction, MenuChoices, MenuEntry, Submenu } from './entries.ts'

type MenuPopupProps = {
  triggerRef: RefObject<HTMLButtonElement | null>
  entries: MenuEntry[]
  label?: string
  labelledBy?: string
  placement: 'bottom end' | 'bottom start'
  onClose: () => void
}

/** The menu of a trigger. Mounted only while it is open. */
export default function MenuPopup({
  triggerRef,
  entries,
  label,
  labelledBy,
  placement,
  onClose,
}: MenuPopupProps) {
  usePressOutside('[role=menu]', triggerRef, onClose)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = menu.current
    // After a key press React Aria focuses the menu itself, and screen readers don't announce the first item.
    const toItem = () =>
      element?.querySelector<HTMLElement>('[role=menuitem][data-focused]')?.focus({ preventScroll: true })
    element?.addEventListener('focus', toItem)
    return () => element?.removeEventListener('focus', toItem)
  }, [])
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      isNonModal
      onOpenChange={(open) => !open && !isProgrammaticScroll() && onClose()}
      placement={placement}
      offset={4}
      className="popup z-50 min-w-44"
    >
      <AriaMenu
        ref={menu}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that opened is where one is
        autoFocus="first"
        aria-label={label}
        aria-labelledby={labelledBy}
        onClose={onClose}
        className="max-h-[inherit] overflow-y-auto p-1 outline-none"
      >
        {entries.map(entry)}
      </AriaMenu>
    </Popover>
  )
}

function entry(entry: MenuEntry, index: number): ReactNode {
  if (entry === 'separator') return <Separator key={index} className="-mx-1 my-1 h-px bg-border" />
  if ('choices' in entry) return <Choices key={entry.label} {...entry} />
  if ('entries' in entry) return <Nested key={entry.label} {...entry} />
  return <Item key={entry.id ?? entry.label} {...entry} />
}

const Face = ({ icon, label, end }: { icon?: ReactNode; label: string; end?: ReactNode }) => (
  <>
    {icon}
    <span className="grow">{label}</span>
    {end}
  </>
)

const checkMark = <Check className="size-4 shrink-0" aria-hidden />

function Item({ label, id = label, icon, onAction, href, disabledReason, danger, checked }: MenuAction) {
  const tooltip = useTooltip(disabledReason, { side: 'left' })
  const { navigate } = useNavigation()
  const external = href !== undefined && /^[a-z]+:/.test(href)
  const disabled = Boolean(disabledReason)
  const follow = (event: MouseEvent) => {
    if (external || !href || !isPlainClick(event)) return
    event.preventDefault()
    navigate(href)
  }
  return (
    <MenuItem
      id={id}
      textValue={label}
      href={disabled ? undefined : href}
      {...(external ? { target: '_blank', rel: 'noreferrer' } : {})}
      onAction={disabled ? undefined : onAction}
      // React Aria's own disabling removes the item from arrow-key navigation, so screen readers wouldn't announce the
      // reason.
      shouldCloseOnSelect={!disabled}
      className="popup-item"
      render={(props) => {
        const own = {
          ...tooltip.handlers,
          // Escape closes the menu, and its tooltips with it.
          onKeyDown: undefined,
          ...(disabled && { 'aria-disabled': true, 'aria-describedby': tooltip.description }),
          ...(danger && !disabled && { 'data-danger': true }),
        }
        if (!('href' in props)) return <div {...chain(props, own)} />
        // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the label is among the props
        return <a {...chain(props as ComponentProps<'a'>, { ...own, onClick: follow })} />
      }}
    >
      <Face icon={icon} label={label} end={checked && checkMark} />
      {tooltip.element}
    </MenuItem>
  )
}

function Nested({ label, icon, entries }: Submenu) {
  return (
    <SubmenuTrigger>
      <MenuItem id={label} textValue={label} className="popup-item">
        <Face
          icon={icon}
          label={label}
          end={<ChevronRight className="size-4 text-text-muted" aria-hidden />}
        />
      </MenuItem>
      <Popover className="popup z-50 min-w-36" offset={2}>
        <AriaMenu aria-label={label} className="p-1 outline-none">
          {entries.map(entry)}
        </AriaMenu>
      </Popover>
    </SubmenuTrigger>
  )
}

function Choices({ label, icon, choices, chosen, onChoose }: MenuChoices) {
  return (
    <SubmenuTrigger>
      <MenuItem id={label} textValue={label} className="popup-item">
        <Face
          icon={icon}
          label={label}
          end={<ChevronRight className="size-4 text-text-muted" aria-hidden />}
        />
      </MenuItem>
      <Popover className="popup z-50 min-w-36" offset={2}>
        <AriaMenu
          aria-label={label}
          className="p-1 outline-none"
          selectionMode="single"
          selectedKeys={[chosen]}
          disallowEmptySelection
          shouldCloseOnSelect={false}
          onSelectionChange={(keys) => keys !== 'all' && onChoose(String([...keys][0]))}
        >
          {choices.map((choice) => (
            <MenuItem key={choice.value} id={choice.value} textValue={choice.label} className="popup-item">
              {({ isSelected }) => (
                <Face icon={choice.icon} label={choice.label} end={isSelected && checkMark} />
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </SubmenuTrigger>
  )
}
