/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no native list offers what a field moves along */
import type { FilterFields } from '@granary/domain/list-filter/fields.ts'
import { parseFilter } from '@granary/domain/list-filter/grammar.ts'
import { type KeyboardEvent, useEffect, useId, useImperativeHandle, useMemo, useState } from 'react'
import type { FilterHelpProps } from '../../../ui/fields/filter-input.tsx'
import { FILTER_FIELDS, type FilteredId } from './filter-fields.ts'
import { type Suggestion, suggestionsAt } from './filter-suggestions.ts'

/** Milliseconds without a key before a problem is shown: most texts are wrong while a term is typed. */
const PROBLEM_REST = 700

/** Suggests fields and values below the input of a filter, and shows what is wrong with its text. */
export default function FilterHelp({ fields: name, ...props }: FilterHelpProps & { fields: FilteredId }) {
  const { input, text, aid } = props
  const fields: FilterFields = FILTER_FIELDS[name]
  const listId = useId()
  const { items, isOpen, selected, choose, onKey } = useSuggestions(props, fields)
  const problem = useProblem(text, (some) => parseFilter(some, fields).problem?.message ?? null)
  useImperativeHandle(aid, () => ({ onKey, isValid: (some) => parseFilter(some, fields).problem === null }))
  useDescribed(input, { listId, isOpen, selected, isInvalid: problem !== null })
  return (
    <>
      {isOpen && <SuggestionList id={listId} items={items} selected={selected} onChoose={choose} />}
      <p
        id={`${listId}-problem`}
        aria-live="polite"
        className={
          problem && !isOpen
            ? 'absolute top-full left-0 z-20 mt-1 w-80 max-w-[calc(100vw-2rem)] rounded-md border border-border bg-surface-raised p-2 text-xs text-danger shadow-raised'
            : 'sr-only'
        }
      >
        {problem}
      </p>
    </>
  )
}

/** Returns the suggestions at the cursor, whether they are open, and what a key does to them. */
function useSuggestions({ input, text, cursor, onText }: FilterHelpProps, fields: FilterFields) {
  const hasFocus = useHasFocus(input)
  /** The text for which the user has closed the suggestions, or opened them without a word. */
  const [closed, setClosed] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [selected, setSelected] = useState(-1)
  const [known, setKnown] = useState(text)
  if (known !== text) {
    setKnown(text)
    setSelected(-1)
  }
  const { start, items } = useMemo(() => suggestionsAt(text, cursor, fields), [text, cursor, fields])
  const isOpen = hasFocus && items.length > 0 && closed !== text && (cursor > start || opened === text)
  const choose = (at: number) => {
    const { term } = items[at]!
    // A field needs a value at once, which is suggested next.
    const end = term.endsWith(':') || text[cursor] === ' ' ? '' : ' '
    onText(`${text.slice(0, start)}${term}${end}${text.slice(cursor)}`, start + term.length + end.length)
  }
  const move = (step: number) =>
    setSelected((at) =>
      at === -1 && step === -1 ? items.length - 1 : (at + step + items.length) % items.length,
    )
  const onKey = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!isOpen) {
      if (event.key !== 'ArrowDown' || !event.altKey) return false
      setClosed(null)
      setOpened(text)
    } else if (step) move(step)
    else if (event.key === 'Enter' && selected >= 0) choose(selected)
    else if (event.key === 'Escape') setClosed(text)
    else return false
    return true
  }
  return { items, isOpen, selected, choose, onKey }
}

type SuggestionListProps = {
  id: string
  items: readonly Suggestion[]
  selected: number
  onChoose: (at: number) => void
}

const SuggestionList = ({ id, items, selected, onChoose }: SuggestionListProps) => (
  <div
    id={id}
    role="listbox"
    tabIndex={-1}
    aria-label="Suggestions"
    // The input keeps the focus.
    onPointerDown={(event) => event.preventDefault()}
    className="absolute top-full left-0 z-30 mt-1 max-h-72 w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-md border border-border bg-surface-raised p-1 text-sm shadow-raised"
  >
    {items.map(({ term, about }, at) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
      <div
        key={term}
        id={`${id}-${at}`}
        role="option"
        tabIndex={-1}
        aria-selected={at === selected}
        onClick={() => onChoose(at)}
        className="flex cursor-pointer items-baseline gap-2 rounded px-2 py-1 hover:bg-surface-hover aria-selected:bg-surface-selected"
      >
        <span className="font-mono whitespace-nowrap">{term}</span>
        <span className="truncate text-xs text-text-muted">{about}</span>
      </div>
    ))}
  </div>
)

/** Returns what is wrong with a text once it has not changed for a while. */
function useProblem(text: string, problemOf: (text: string) => string | null): string | null {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), PROBLEM_REST)
    return () => clearTimeout(timer)
  }, [text])
  return rested === text ? problemOf(text) : null
}

function useHasFocus(input: FilterHelpProps['input']): boolean {
  const [hasFocus, setHasFocus] = useState(true)
  useEffect(() => {
    const element = input.current
    if (!element) return
    const events = new AbortController()
    element.addEventListener('focus', () => setHasFocus(true), { signal: events.signal })
    element.addEventListener('blur', () => setHasFocus(false), { signal: events.signal })
    return () => events.abort()
  }, [input])
  return hasFocus
}

type Described = { listId: string; isOpen: boolean; selected: number; isInvalid: boolean }

/** Describes the suggestions to screen readers. The input exists before this code has loaded, so it gets the attributes here. */
function useDescribed(input: FilterHelpProps['input'], { listId, isOpen, selected, isInvalid }: Described) {
  useEffect(() => {
    const element = input.current
    if (!element) return
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isOpen),
      'aria-controls': isOpen ? listId : null,
      'aria-activedescendant': isOpen && selected >= 0 ? `${listId}-${selected}` : null,
      'aria-invalid': isInvalid ? 'true' : null,
      'aria-describedby': isInvalid ? `${listId}-problem` : null,
    }
    for (const [name, value] of Object.entries(attributes))
      if (value === null) element.removeAttribute(name)
      else element.setAttribute(name, value)
  }, [input, listId, isOpen, selected, isInvalid])
}
