import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { KeyHint } from '../key-hint.tsx'
import { moveToFirstRow } from '../table/row-keys.ts'

type FilterInputProps = {
  /** Accessible name. */
  label: string
  value: string
  /** Called after a pause in typing, and at once when the input is cleared. */
  onChange: (value: string) => void
  placeholder?: string
}

/** Milliseconds without typing before a change is reported. */
export const FILTER_REST = 200

const TEXT_INPUTS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], .xterm'

/** Filters a list. `/` focuses it unless the user is typing elsewhere; Escape clears it. */
export function FilterInput({ label, value, onChange, placeholder = 'Filter by name' }: FilterInputProps) {
  const input = useRef<HTMLInputElement>(null)
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
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (document.activeElement?.matches(TEXT_INPUTS) || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    const tell = () => {
      const report = next.trim()
      // What it will be anyway doesn't come back as another change.
      setReported((before) => (report === (before.at(-1) ?? value) ? before : [...before, report]))
      onChange(report)
    }
    if (next === '') tell()
    else timer.current = setTimeout(tell, FILTER_REST)
  }
  const clear = () => {
    change('')
    input.current?.focus()
  }
  return (
    <div className="relative w-full sm:w-64">
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-text-muted" aria-hidden />
      <input
        ref={input}
        type="text"
        className="input px-8"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={text}
        // The longest name.
        maxLength={63}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
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
    </div>
  )
}
