import ChevronDown from 'lucide-react/icons/chevron-down'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { classNames } from '../class-names.ts'
import { isProgrammaticScroll } from '../overlay/scroll.ts'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'
import { containsLoosely } from './contains-loosely.ts'
import { isLong, LongList } from './long-list.tsx'
import { type Option, OptionItem } from './options.tsx'
import { LIST_HEIGHT, type Room, useRoom } from './popup-room.ts'

type ComboboxProps = FieldProps & {
  items: readonly Option[]
  /** Value of the chosen option; in arbitrary mode, any text. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  placeholder?: string
  required?: boolean
  /** The options are loading. The user can already type. */
  isLoading?: boolean
  /** Accepts any text: each keystroke is the value. */
  allowsArbitrary?: boolean
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A choice of many options, filtered by typing. Typing never changes the choice until the user takes an option. */
export function Combobox(props: ComboboxProps) {
  const {
    items,
    value,
    onChange,
    onBlur,
    allowsArbitrary = false,
    isDisabled,
    isLoading,
    required,
    name,
    ref,
  } = props
  const ids = useFieldIds(props)
  const known = items.find((item) => item.value === value)
  // Another user may delete the chosen option. The choice stays until the user makes another: without the item React
  // Aria would open the list, and the next key would choose something else.
  const [last, setLast] = useState(known)
  if (known && known !== last) setLast(known)
  const gone = !known && value !== null && last?.value === value ? last : null
  /** Null while the user isn't typing: the field then shows the label of the choice, whatever changes outside. */
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  // A dialog focuses its first field as it opens. The list would cover the rest before the user wants it.
  const [trigger, setTrigger] = useState<'input' | 'focus'>('input')
  useEffect(() => setTrigger('focus'), [])
  const chosen = (known ?? gone)?.label ?? (allowsArbitrary ? (value ?? '') : '')

  // React Aria filters by itself. The choice must stay among its items so that the user can return to it.
  const all = useMemo<Option[]>(() => {
    const isCustom = allowsArbitrary && typed && !items.some((item) => item.label === typed)
    return [
      ...items,
      ...(gone ? [{ ...gone, description: 'Not there any more', isDisabled: true }] : []),
      ...(isCustom ? [{ value: typed, label: `Custom: ${typed}` }] : []),
    ]
  }, [items, typed, allowsArbitrary, gone])

  /** Whether the list closed at the last key. In arbitrary mode a text that is an option chooses it. */
  const hasClosedItself = useRef(false)
  const type = (next: string) => {
    setTyped(next === chosen ? null : next)
    const match = items.find((item) => item.label === next)
    hasClosedItself.current = allowsArbitrary && match !== undefined
    if (allowsArbitrary) onChange(match?.value ?? (next || null))
    else if (next === '') onChange(null)
  }
  const take = (key: string | number | null) => {
    // Null is Escape without a choice: discards the partial input, or the list would open again at once.
    if (key !== null) onChange(String(key))
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (open) return
    // With the list closed, Enter would submit the form around it.
    if (event.key === 'Enter') event.preventDefault()
    // Meant for the list; it would close the panel around the field.
    if (event.key === 'Escape' && hasClosedItself.current) event.stopPropagation()
    hasClosedItself.current = false
  }
  const box = useRef<HTMLDivElement>(null)
  const room = useRoom(box, open)
  const hint = allowsArbitrary ? 'Select an option or enter a custom value' : 'Select an option'
  return (
    <FieldFrame {...props} ids={ids}>
      <AriaComboBox
        aria-labelledby={ids.label}
        aria-describedby={ids.describedBy}
        menuTrigger={trigger}
        allowsCustomValue={allowsArbitrary}
        allowsEmptyCollection
        isDisabled={isDisabled}
        isInvalid={Boolean(props.error)}
        defaultItems={all}
        defaultFilter={containsLoosely}
        inputValue={typed ?? chosen}
        onInputChange={type}
        selectedKey={known || gone ? value : null}
        onSelectionChange={take}
        onOpenChange={setOpen}
        onBlur={() => {
          hasClosedItself.current = false
          // Switching to another browser tab keeps the partial input.
          if (document.hasFocus()) setTyped(null)
          onBlur?.()
        }}
      >
        <div ref={box} className="relative">
          <OpeningInput
            ref={ref}
            id={ids.control}
            name={name}
            className="input pr-9"
            placeholder={isLoading ? 'Loading…' : (props.placeholder ?? hint)}
            aria-required={required || undefined}
            autoComplete="off"
            spellCheck={false}
            onKeyDown={onKeyDown}
          />
          {/* React Aria's button doesn't pass it on. */}
          <span aria-hidden>
            <Button
              excludeFromTabOrder
              className="absolute top-0.5 right-0.5 flex size-7 items-center justify-center rounded text-text-muted"
            >
              <ChevronDown className="size-4" aria-hidden />
            </Button>
          </span>
        </div>
        <SteadyPopover room={room}>
          <LongList items={all}>
            <ListBox<Option>
              renderEmptyState={() => (
                <div className="px-2 py-1.5 text-sm text-text-muted">
                  {isLoading ? 'Loading…' : 'No items match'}
                </div>
              )}
              className={classNames('overflow-y-auto outline-none', !isLong(all) && 'p-1')}
              style={{ [isLong(all) ? 'height' : 'maxHeight']: room?.maxHeight ?? LIST_HEIGHT }}
            >
              {(option) => <OptionItem id={option.value} option={option} />}
            </ListBox>
          </LongList>
        </SteadyPopover>
      </AriaComboBox>
    </FieldFrame>
  )
}

/** Stays open when the page scrolls without the user. */
function SteadyPopover({ room, children }: { room: Room | null; children: ReactNode }) {
  const state = useContext(OverlayTriggerStateContext)
  const steady = useMemo(
    () => state && { ...state, close: () => !isProgrammaticScroll() && state.close() },
    [state],
  )
  return (
    <OverlayTriggerStateContext.Provider value={steady}>
      <Popover
        offset={4}
        placement={room?.placement ?? 'bottom start'}
        // The room is measured. Flipping would cover the buttons that it keeps free.
        shouldFlip={!room}
        className="popup z-50 w-(--trigger-width)"
      >
        {children}
      </Popover>
    </OverlayTriggerStateContext.Provider>
  )
}

/** Opens the list at a press when the field already has the focus; React Aria opens it only on focus. */
function OpeningInput(props: ComponentProps<typeof Input>) {
  const state = useContext(ComboBoxStateContext)
  return <Input {...props} onClick={() => state && !state.isOpen && state.open(null, 'manual')} />
}
