import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'

type FilterInputProps = { label: string; value: string; onChange: (value: string) => void; placeholder?: string }

/** Typing is told after a moment of rest; milliseconds. */
const REST = 200

const isTyping = (element: Element | null) => element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName))

/** Finds in a list. The slash key goes to it, Escape empties it. */
export function FilterInput({ label, value, onChange, placeholder = 'Filter by name' }: FilterInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What comes from outside (the back button) wins over what was typed before.
  useEffect(() => setText(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(document.activeElement)) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const change = (next: string, rest = REST) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(next.trim()), rest)
  }
  return (
    <div className="relative w-full sm:w-64">
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-text-muted" aria-hidden />
      <input
        ref={input}
        type="text"
        className="input px-8"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && text && change('', 0)}
      />
      {text && (
        <div className="absolute top-0.5 right-0.5">
          <IconButton label="Clear filter" tooltip={false} onPress={() => change('', 0)}>
            <X className="size-4" aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}
