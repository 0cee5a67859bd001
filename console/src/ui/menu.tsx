import { Check, ChevronRight, EllipsisVertical } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger, SubmenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { classNames } from './class-names.ts'

/** One entry of a menu: an action, a link, or a submenu of choices of which one is made. */
export type MenuEntry = {
  label: string
  onAction?: () => void
  href?: string
  /** Why it cannot be used now. It stays visible and tells the reason. */
  disabledReason?: string | null | false
  danger?: boolean
  checked?: boolean
  choices?: { label: string; value: string }[]
  chosen?: string
  onChoose?: (value: string) => void
}

const ITEM =
  'flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 text-sm outline-none data-focused:bg-surface-hover data-disabled:cursor-not-allowed data-disabled:text-text-muted'
const POPOVER = 'appear z-50 min-w-44 rounded-md border border-border bg-surface-raised p-1 shadow-raised outline-none'

/** A menu under a trigger. Arrow keys move, letters jump, Escape closes. */
export function Menu({ trigger, entries, label, placement = 'bottom end' }: { trigger: ReactElement; entries: MenuEntry[]; label?: string; placement?: 'bottom end' | 'bottom start' }) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} offset={4} isNonModal className={POPOVER}>
        <AriaMenu className="outline-none" {...(label ? { 'aria-label': label } : {})}>
          {entries.map((entry) => (
            <Entry key={entry.label} entry={entry} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  const reasonId = useId()
  if (entry.choices) return <Choices entry={entry} />
  const disabled = Boolean(entry.disabledReason)
  return (
    <MenuItem
      textValue={entry.label}
      isDisabled={disabled}
      aria-describedby={disabled ? reasonId : undefined}
      {...(entry.href ? { href: entry.href } : {})}
      {...(entry.onAction ? { onAction: entry.onAction } : {})}
      className={classNames(ITEM, entry.danger && !disabled && 'text-danger')}
    >
      <span className="grow" title={entry.disabledReason || undefined}>
        {entry.label}
        {disabled && (
          <span id={reasonId} className="block max-w-64 text-xs text-text-muted">
            {entry.disabledReason}
          </span>
        )}
      </span>
      {entry.checked && <Check className="size-4" aria-hidden />}
    </MenuItem>
  )
}

function Choices({ entry: { label, choices = [], chosen, onChoose } }: { entry: MenuEntry }) {
  return (
    <SubmenuTrigger>
      <MenuItem textValue={label} className={ITEM}>
        <span className="grow">{label}</span>
        <ChevronRight className="size-4 text-text-muted" aria-hidden />
      </MenuItem>
      <Popover className={POPOVER} offset={4}>
        <AriaMenu
          aria-label={label}
          className="outline-none"
          selectionMode="single"
          selectedKeys={chosen ? [chosen] : []}
          shouldCloseOnSelect={false}
          disallowEmptySelection
          onSelectionChange={(keys) => keys !== 'all' && onChoose?.(String([...keys][0]))}
        >
          {choices.map((choice) => (
            <MenuItem key={choice.value} id={choice.value} textValue={choice.label} className={ITEM}>
              {({ isSelected }) => (
                <>
                  <span className="grow">{choice.label}</span>
                  {isSelected && <Check className="size-4" aria-hidden />}
                </>
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </SubmenuTrigger>
  )
}

/** The three dots at the end of a row or beside a heading. */
export function ActionsMenu({ label = 'Row actions', entries }: { label?: string; entries: MenuEntry[] }) {
  const dots = (
    <Button
      aria-label={label}
      className="inline-flex size-7 cursor-pointer items-center justify-center rounded text-text-muted hover:bg-surface-hover hover:text-text"
    >
      <EllipsisVertical className="size-4" aria-hidden />
    </Button>
  )
  return <Menu trigger={dots} entries={entries} label={label} />
}

