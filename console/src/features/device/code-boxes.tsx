import { DEVICE_CODE_LENGTH } from '@granary/domain/device-codes.ts'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type ComponentProps,
  Fragment,
  type KeyboardEvent,
  useEffect,
  useRef,
} from 'react'
import { lettersOf } from './letters.ts'

type CodeBoxesProps = {
  /** A letter for each box, or '' for an empty box. */
  value: readonly string[]
  onChange: (value: string[]) => void
  isInvalid?: boolean
  /** Id of the error message's element. */
  describedBy?: string
  isReadOnly?: boolean
}

/** Index of the box before the dash. */
const DASH_AFTER = 3

/** Returns empty boxes. */
export const emptyCode = (): string[] => Array.from({ length: DEVICE_CODE_LENGTH }, () => '')

/** Distributes the letters of a text over the boxes. */
export const boxesOf = (text: string): string[] => emptyCode().map((_, at) => lettersOf(text)[at] ?? '')

/** The input of a device's code, a box for each letter. Users type it, paste it into any box and correct it in place. */
export function CodeBoxes({ value, onChange, isInvalid, describedBy, isReadOnly }: CodeBoxesProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const focus = (at: number) => boxes.current[Math.max(0, Math.min(at, DEVICE_CODE_LENGTH - 1))]?.focus()
  useEffect(() => focus(0), [])
  // A refused code moves the focus to the first box, where the user compares it again.
  useEffect(() => {
    if (isInvalid) focus(0)
  }, [isInvalid])

  const write = (at: number, letters: string) => {
    onChange(value.map((letter, index) => letters[index - at] ?? letter))
    focus(at + letters.length)
  }
  /** Pastes a whole code from the first box on, and part of a code from the focused box on. */
  const paste = (at: number, text: string) => {
    const letters = lettersOf(text)
    if (letters === '') return
    const isWhole = letters.length === DEVICE_CODE_LENGTH || value.every((letter) => letter === '')
    write(isWhole ? 0 : at, letters)
  }
  const onInput = (at: number, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    if (isReadOnly) return
    if (target.value === '') return onChange(value.with(at, ''))
    const letters = lettersOf(target.value)
    // Some phone keyboards insert a whole code at once without a paste event.
    const { inputType } = nativeEvent as InputEvent
    if (letters.length > 2 || inputType === 'insertFromPaste') return paste(at, letters)
    if (letters === '') return undefined
    if (value[at] === '' || letters.length === 1) return write(at, letters[0]!)
    return focus(at + 1)
  }
  const onKeyDown = (at: number, event: KeyboardEvent<HTMLInputElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: DEVICE_CODE_LENGTH - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      focus(to)
    } else if (event.key === 'Backspace' && !isReadOnly) {
      event.preventDefault()
      const gone = value[at] === '' ? at - 1 : at
      if (gone < 0) return
      onChange(value.with(gone, ''))
      focus(gone)
    }
  }
  return (
    <div
      // A fieldset has layout rules of its own.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-label="Code"
      data-keeps-focus=""
      className="flex items-center justify-center gap-1 sm:gap-1.5"
    >
      {value.map((letter, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the index identifies the box
        <Fragment key={at}>
          <CodeBox
            ref={(element) => {
              boxes.current[at] = element
            }}
            aria-label={`Character ${at + 1}.`}
            aria-invalid={isInvalid || undefined}
            aria-describedby={describedBy}
            readOnly={isReadOnly}
            value={letter}
            onChange={(event) => onInput(at, event)}
            onPaste={(event: ClipboardEvent) => {
              event.preventDefault()
              if (!isReadOnly) paste(at, event.clipboardData.getData('text'))
            }}
            onKeyDown={(event) => onKeyDown(at, event)}
          />
          {at === DASH_AFTER && <Dash />}
        </Fragment>
      ))}
    </div>
  )
}

const CodeBox = (props: ComponentProps<'input'>) => (
  <input
    {...props}
    className="input size-10 min-w-0 px-0 text-center font-mono text-lg uppercase caret-transparent"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    onFocus={(event) => event.target.select()}
  />
)

const Dash = () => (
  <span aria-hidden className="text-text-muted">
    –
  </span>
)
