import { isKey } from '../keys.ts'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import {
  type KeyboardEvent as Key,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { KeyHint } from '../key-hint.tsx'
import { moveToFirstRow } from '../table/row-keys.ts'

/** What the help of an input does for it, once its code has loaded. */
export type FilterAid = {
  /** Handles a key. @returns whether it did. */
  onKey: (event: Key) => boolean
  /** Whether a list can be filtered by the text. */
  isValid: (text: string) => boolean
}

export type FilterHelpProps = {
  input: RefObject<HTMLInputElement | null>
  text: string
  /** Characters before the cursor. */
  cursor: number
  /** Replaces the text, and moves the cursor. */
  onText: (text: string, cursor: number) => void
  aid: RefObject<FilterAid | null>
}

type FilterInputProps = {
  /** Accessible name. */
  label: string
  value: string
  /** Called after a pause in typing, and at once when the input is cleared. */
  onChange: (value: string) => void
  placeholder?: string
  /** Suggests what to type. Shown below the input from its first focus. */
  help?: ((props: FilterHelpProps) => ReactNode) | undefined
}

/** The longest name. */
const MAX_NAME = 63
/** One character more than a filter may have, so that the help says that a longer one was cut off. */
const MAX_TERMS_TEXT = 2_001

/** Milliseconds without typing before a change is reported. */
export const FILTER_REST = 200

const TEXT_INPUTS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], .xterm'

/** Returns the text of the input, and reports it after a pause in typing. */
function useReportedText(
  value: string,
  onChange: (value: string) => void,
  aid: FilterHelpProps['aid'],
  helps: boolean,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  /** Reported values that have not come back yet. A navigation takes a while, and may be overtaken by the next. */
  const [reported, setReported] = useState<readonly string[]>([])
  // A value from outside (the back button) replaces the input.
  if (known !== value) {
    setKnown(value)
    const at = reported.lastIndexOf(value)
    setReported(reported.slice(at + 1))
    if (at === -1) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    const tell = () => {
      const report = next.trim()
      if (aid.current?.isValid(report) === false) return
      // Nothing has checked it yet. The server would refuse half a term.
      if (helps && !aid.current && /[":,]/.test(report)) return wait()
      // What it will be anyway doesn't come back as another change.
      setReported((before) => (report === (before.at(-1) ?? value) ? before : [...before, report]))
      onChange(report)
    }
    const wait = () => void (timer.current = setTimeout(tell, FILTER_REST))
    if (next === '') tell()
    else wait()
  }
  return { text, change }
}

/** Lets `/` focus the input unless the user is typing elsewhere. */
function useSlashKey(input: FilterHelpProps['input']): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        !isKey(event, '/', 'Slash') ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented
      )
        return
      if (document.activeElement?.matches(TEXT_INPUTS) || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}

/** Filters a list. `/` focuses it unless the user is typing elsewhere; Escape clears it. */
export function FilterInput(props: FilterInputProps) {
  const { label, value, onChange, placeholder = 'Filter by name', help } = props
  const input = useRef<HTMLInputElement>(null)
  const aid = useRef<FilterAid>(null)
  const [cursor, setCursor] = useState(0)
  const [hasHadFocus, setHasHadFocus] = useState(false)
  const { text, change } = useReportedText(value, onChange, aid, help !== undefined)
  useSlashKey(input)
  const clear = () => {
    change('')
    input.current?.focus()
  }
  const onText = (next: string, at: number) => {
    change(next)
    setCursor(at)
    const element = input.current
    if (!element) return
    // At once, not with the next frame: the next letter may come before it.
    element.value = next
    element.setSelectionRange(at, at)
  }
  return (
    <div className={classNames('relative w-full', help ? 'sm:w-80' : 'sm:w-64')}>
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-text-muted" aria-hidden />
      <input
        ref={input}
        type="text"
        // Its help adds what belongs to a combobox.
        role={help && 'combobox'}
        aria-expanded={help && false}
        className="input px-8"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={text}
        maxLength={help ? MAX_TERMS_TEXT : MAX_NAME}
        onFocus={() => setHasHadFocus(true)}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setCursor(event.target.selectionStart ?? 0)
          change(event.target.value)
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? 0)}
        onKeyDown={(event) => {
          if (aid.current?.onKey(event)) {
            event.preventDefault()
            event.stopPropagation()
            return
          }
          if (event.key === 'ArrowDown') moveToFirstRow(event)
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          clear()
        }}
      />
      <span className="absolute top-0.5 right-0.5 flex size-7 items-center justify-center">
        {text === '' ? (
          <KeyHint keys="/" />
        ) : (
          <IconButton label="Clear filter" tooltip={false} onPress={clear}>
            <X className="size-4" aria-hidden />
          </IconButton>
        )}
      </span>
      {help && hasHadFocus && (
        <Suspense fallback={null}>{help({ input, text, cursor, aid, onText })}</Suspense>
      )}
    </div>
  )
}
