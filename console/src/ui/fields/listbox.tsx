import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, type Ref, use, useRef, useState } from 'react'
import { ChoicesUnread, NOT_LOADED } from './choices-unread.ts'
import { classNames } from '../class-names.ts'
import { Spinner } from '../spinner.tsx'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'
// Not lazy: keys typed while its code loads would be lost, and without a network it would never open.
import { ListboxPopup } from './listbox-popup.tsx'
import type { Option } from './options.tsx'

type ListboxProps<Value extends string> = FieldProps & {
  items: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: () => void
  placeholder?: string
  /** Shown in place of the placeholder when there are no options. */
  noItems?: string
  isLoading?: boolean
  required?: boolean
  /** Hides the label visually, for filters in toolbars. */
  hideLabel?: boolean
  name?: string
  ref?: Ref<HTMLButtonElement>
}

/**
 * Keys that open the list. React Aria takes a click of a button by Enter or Space for one of a screen reader, and then
 * leaves the focus on the list instead of its first option.
 */
const OPENING_KEYS = new Set(['ArrowDown', 'ArrowUp', 'Enter', ' '])

/** Returns the next option after the chosen one that begins with a letter; after the last option, the first one follows. */
function optionAt<Value extends string>(
  letter: string,
  items: readonly Option<Value>[],
  value: Value | null,
): Option<Value> | undefined {
  const after = items.findIndex((item) => item.value === value) + 1
  return [...items.slice(after), ...items.slice(0, after)].find(
    (item) => !item.isDisabled && item.label.toLowerCase().startsWith(letter.toLowerCase()),
  )
}

/** Returns whether the options are loading, and what the field shows without a choice. */
function useOptionsState<Value extends string>(props: ListboxProps<Value>) {
  const { items, placeholder = 'Select an option', noItems = 'No items' } = props
  const isUnread = use(ChoicesUnread)
  const isLoading = props.isLoading && !isUnread
  if (items.length > 0 || isLoading) return { isLoading, placeholder }
  return { isLoading, placeholder: isUnread ? NOT_LOADED : noItems }
}

/** A choice of one option, behind a button that shows it. Letters jump to options, also in the closed field. */
export function Listbox<Value extends string>(props: ListboxProps<Value>) {
  const { ref, items, value, onChange, onBlur } = props
  const ids = useFieldIds(props)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus({ preventScroll: true })
    onBlur?.()
  }
  const chosen = items.find((item) => item.value === value)
  const empty = items.length === 0
  const { isLoading, placeholder } = useOptionsState(props)
  const inert = props.isDisabled || isLoading || empty

  const onKeyDown = (event: KeyboardEvent) => {
    if (OPENING_KEYS.has(event.key)) {
      event.preventDefault()
      setOpen(true)
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const next = optionAt(event.key, items, value)
      if (next) onChange(next.value)
    }
  }
  const trigger = (
    <div ref={box}>
      <button
        ref={ref}
        type="button"
        id={ids.control}
        name={props.name}
        disabled={inert}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-labelledby={props.hideLabel ? undefined : ids.label}
        aria-label={props.hideLabel ? props.label : undefined}
        aria-describedby={[`${ids.control}-value`, ids.describedBy].filter(Boolean).join(' ')}
        data-invalid={props.error ? '' : undefined}
        data-placeholder={chosen ? undefined : ''}
        // Otherwise the focus would leave the list, which would close, and the following click would open it again.
        onMouseDown={(event) => open && event.preventDefault()}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
        // It has opened the list already, and would click.
        onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
        onBlur={() => !open && onBlur?.()}
        className="input flex items-center gap-2 text-left"
      >
        <span
          id={`${ids.control}-value`}
          className={classNames('min-w-0 grow truncate', !chosen && 'text-text-muted')}
        >
          {chosen ? chosen.label : placeholder}
        </span>
        {chosen?.badge}
        {isLoading ? <Spinner /> : <ChevronDown className="size-4 shrink-0 text-text-muted" aria-hidden />}
      </button>
      {open && (
        <ListboxPopup
          triggerRef={box}
          label={props.label}
          items={items}
          value={value}
          onChoose={(next) => {
            const item = items.find((item) => item.value === next)
            if (item) onChange(item.value)
          }}
          onClose={close}
        />
      )}
    </div>
  )
  if (props.hideLabel) return <div className={classNames('min-w-0', props.className)}>{trigger}</div>
  return (
    <FieldFrame {...props} ids={ids}>
      {trigger}
    </FieldFrame>
  )
}
