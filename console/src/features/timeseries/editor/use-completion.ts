import { type Completion, completionAt } from '@granary/domain/timeseries/completion/complete.ts'
import type { KnownValues } from '@granary/domain/timeseries/completion/field-suggestions.ts'
import type { Suggestion } from '@granary/domain/timeseries/completion/suggestion.ts'
import { type KeyboardEvent, useState } from 'react'

type Open = Completion & {
  /** The text and the index of the cursor that the suggestions are for. */
  text: string
  cursor: number
  /** Index of the suggestion that Enter takes; -1 for none. */
  active: number
}

type CompletionProps = {
  /** The text of the editor. */
  value: string
  known: KnownValues
  /** Puts a text in the place of another one, and the cursor behind it. */
  onReplace: (from: number, to: number, text: string) => void
}

/** After these a space would be in the way. */
const NO_SPACE = /[[\]()]$/

/** The list of suggestions of an editor: what it shows, and its keys. */
export function useCompletion({ value, known, onReplace }: CompletionProps) {
  const [last, setOpen] = useState<Open | null>(null)
  // The page may replace the text.
  const open = last?.text === value ? last : null
  const close = () => setOpen(null)
  const suggest = (text: string, cursor: number, isRequested = false) => {
    const completion = completionAt(text, cursor, known)
    // Enter starts a new line unless the user has begun a word or chosen a suggestion.
    const active = isRequested || completion.from < cursor ? 0 : -1
    setOpen(completion.suggestions.length === 0 ? null : { ...completion, text, cursor, active })
  }
  const take = ({ text }: Suggestion) => {
    if (open) onReplace(open.from, open.to, NO_SPACE.test(text) ? text : `${text} `)
  }
  const isAt = ({ selectionStart, selectionEnd }: HTMLTextAreaElement): boolean =>
    open?.cursor === selectionStart && open.cursor === selectionEnd
  /** Closes the list when the cursor has left its place, or text is selected. */
  const onSelect = (area: HTMLTextAreaElement): void => {
    if (open && !isAt(area)) close()
  }
  /** Handles a key of the editor. Returns whether it was for the list. */
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const area = event.currentTarget
    // The key belongs to the input method.
    if (event.key === ' ' && event.ctrlKey) {
      if (area.selectionStart === area.selectionEnd) suggest(area.value, area.selectionStart, true)
      return true
    }
    if (!open || !isAt(area) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const { suggestions, active } = open
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      const start = active === -1 && step === -1 ? 0 : active
      setOpen({ ...open, active: (start + step + suggestions.length) % suggestions.length })
      return true
    }
    if (event.key === 'Escape') {
      close()
      return true
    }
    const chosen = suggestions[active]
    if (!chosen || (event.key !== 'Enter' && event.key !== 'Tab')) return false
    take(chosen)
    return true
  }
  return { open, close, suggest, take, onKey, onSelect }
}
