import ChevronDown from 'lucide-react/icons/chevron-down'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  use,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { ChoicesUnread, NOT_LOADED } from './choices-unread.ts'
import { classNames } from '../class-names.ts'
import { isProgrammaticScroll } from '../overlay/scroll.ts'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'
import { containsLoosely } from './contains-loosely.ts'
import { isLong, LongList } from './long-list.tsx'
import { OpeningInput } from './opening-input.tsx'
import { type Option, OptionItem } from './options.tsx'
import { ERROR_HEIGHT, GAP, LIST_HEIGHT, type Room, useRoom } from './popup-room.ts'
import { useComboboxInput } from './combobox-input.ts'

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
  const { onBlur, allowsArbitrary = false, isDisabled, required, name, ref } = props
  const isUnread = use(ChoicesUnread)
  const isLoading = props.isLoading && !isUnread
  const unread = isUnread && props.items.length === 0
  const ids = useFieldIds(props)
  const [open, setOpen] = useState(false)
  const input = useComboboxInput(props)
  const box = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLElement>(null)
  const close = useRef<() => void>(null)
  useShowsOthers(box, open)
  const hasError = Boolean(props.error)
  const room = useRoom(box, { open, hasError })
  const hint = allowsArbitrary ? 'Select an option or enter a custom value' : 'Select an option'
  return (
    <FieldFrame {...props} ids={ids}>
      <AriaComboBox
        aria-labelledby={ids.label}
        aria-describedby={ids.describedBy}
        menuTrigger="manual"
        allowsCustomValue={allowsArbitrary}
        allowsEmptyCollection
        isDisabled={isDisabled}
        isInvalid={hasError}
        defaultItems={input.options}
        defaultFilter={containsLoosely}
        inputValue={input.text}
        onInputChange={input.type}
        selectedKey={input.selected}
        onSelectionChange={(key) => {
          input.take(key)
          // Custom text is the value already, so React Aria sees no other choice, and would keep the list open.
          if (allowsArbitrary && key !== null && !input.isOffered(key)) close.current?.()
        }}
        onOpenChange={setOpen}
        onBlur={() => {
          input.forget()
          onBlur?.()
        }}
      >
        <div ref={box} className="relative">
          <OpeningInput
            ref={ref}
            closer={close}
            isDisabled={isDisabled}
            parts={[box, popup]}
            id={ids.control}
            name={name}
            className="input pr-9"
            placeholder={
              isLoading ? 'Loading…' : unread && !allowsArbitrary ? NOT_LOADED : (props.placeholder ?? hint)
            }
            aria-required={required || undefined}
            autoComplete="off"
            spellCheck={false}
            onKeyDown={(event) => !open && input.onClosedKeyDown(event)}
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
        <SteadyPopover ref={popup} room={room} hasError={hasError}>
          <Options
            options={input.options}
            nothing={isLoading ? 'Loading…' : unread ? NOT_LOADED : 'No items match'}
            maxHeight={room?.maxHeight ?? LIST_HEIGHT}
          />
        </SteadyPopover>
      </AriaComboBox>
    </FieldFrame>
  )
}

type OptionsProps = { options: readonly Option[]; nothing: string; maxHeight: number }

const Options = ({ options, nothing, maxHeight }: OptionsProps) => (
  <LongList items={options}>
    <ListBox<Option>
      renderEmptyState={() => <div className="px-2 py-1.5 text-sm text-text-muted">{nothing}</div>}
      className={classNames('overflow-y-auto outline-none', !isLong(options) && 'p-1')}
      style={{ maxHeight }}
    >
      {(option) => <OptionItem id={option.value} option={option} />}
    </ListBox>
  </LongList>
)

type SteadyPopoverProps = { ref: Ref<HTMLElement>; room: Room | null; hasError: boolean; children: ReactNode }

/** Marks an element that React Aria doesn't hide. */
const TOP_LAYER = 'data-react-aria-top-layer'

/**
 * Keeps the page or dialog around an open list in view of assistive technology. React Aria hides all but the field and
 * the list, for screen readers that leave the field: but a list that stays open would then hide the fields after it.
 */
function useShowsOthers(box: RefObject<Element | null>, open: boolean): void {
  useLayoutEffect(() => {
    if (open) box.current?.closest('body > *')?.setAttribute(TOP_LAYER, '')
  }, [box, open])
  // Runs after React Aria's own effect, which has read it by then. Later layers must be able to hide it.
  useEffect(() => {
    if (open) box.current?.closest('body > *')?.removeAttribute(TOP_LAYER)
  }, [box, open])
}

/** Stays open when the page scrolls without the user. Below the problem of the field. */
function SteadyPopover({ ref, room, hasError, children }: SteadyPopoverProps) {
  const state = useContext(OverlayTriggerStateContext)
  const steady = useMemo(
    () => state && { ...state, close: () => !isProgrammaticScroll() && state.close() },
    [state],
  )
  const placement = room?.placement ?? 'bottom start'
  return (
    <OverlayTriggerStateContext.Provider value={steady}>
      <Popover
        ref={ref}
        offset={GAP + (hasError && placement === 'bottom start' ? ERROR_HEIGHT : 0)}
        placement={placement}
        // The room is measured. Flipping would cover the buttons that it keeps free.
        shouldFlip={!room}
        className="popup z-50 w-(--trigger-width)"
      >
        {children}
      </Popover>
    </OverlayTriggerStateContext.Provider>
  )
}
