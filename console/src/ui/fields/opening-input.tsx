import {
  type ComponentProps,
  type Ref,
  type RefObject,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import { ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'

type OpeningInputProps = ComponentProps<typeof Input> & {
  /** Gets a function that closes the list. */
  closer: Ref<() => void>
  isDisabled: boolean | undefined
  /** The elements of the combobox: the focus is inside one of them, or the list is closed. */
  parts: readonly RefObject<Element | null>[]
}

/**
 * The text field of a combobox. It alone opens the list, at what the user does in it, and closes it once the focus is elsewhere.
 * React Aria would open it in effects, also when the choice changes outside, and the focus may have left by then. React Aria's
 * own `isFocused` is wrong after several events before a render.
 */
export function OpeningInput({ closer, isDisabled, parts, ...props }: OpeningInputProps) {
  const state = useContext(ComboBoxStateContext)
  // A dialog focuses its first field as it opens. The list would cover the rest before the user wants it.
  const [opensOnFocus, setOpensOnFocus] = useState(false)
  useEffect(() => setOpensOnFocus(true), [])
  useImperativeHandle(closer, () => () => state?.close(), [state])

  useLayoutEffect(() => {
    if (!state?.isOpen) return
    const check = () => {
      const isInside = parts.some(({ current }) => current?.contains(document.activeElement))
      // A field that is disabled loses the focus without an event.
      if (isDisabled || !isInside) state.close()
    }
    check()
    document.addEventListener('focusin', check)
    return () => document.removeEventListener('focusin', check)
  })

  const open = (trigger: 'manual' | 'input') => state && !state.isOpen && state.open(null, trigger)
  return (
    <Input
      {...props}
      // React Aria dispatches events of its own, for screen readers, when its list closes.
      onFocus={(event) => event.isTrusted && opensOnFocus && open('manual')}
      onClick={() => open('manual')}
      onChange={() => open('input')}
    />
  )
}
