import { type Completion, completionAt } from '@granary/domain/timeseries/completion/complete.ts'
import type { KnownValues } from '@granary/domain/timeseries/completion/field-suggestions.ts'
import type { Suggestion } from '@granary/domain/timeseries/completion/suggestion.ts'
import { type KeyboardEvent, useState } from 'react'

type Open = Completion & {
  /** Index of the suggestion that Enter takes; -1 for none. */
  active: number
}

type CompletionProps = {
  known: KnownValues
  /** Puts a text in the place of another one, and the cursor behind it. */
  onReplace: (from: number, to: number, text: string) => void
}

/** After these a space would be in the way. */
const NO_SPACE = /[[\]()]$/

/** The list of suggestions of an editor: what it shows, and its keys. */
export function useCompletion({ known, onReplace }: CompletionProps) {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const suggest = (text: string, cursor: number, isRequested = false) => {
    const completion = completionAt(text, cursor, known)
    // Enter starts a new line unless the user has begun a word or chosen a suggestion.
    const active = isRequested || completion.from < cursor ? 0 : -1
    setOpen(completion.suggestions.length === 0 ? null : { ...completion, active })
  }
  const take = ({ text }: Suggestion) => {
    if (open) onReplace(open.from, open.to, NO_SPACE.test(text) ? text : `${text} `)
  }
  /** Handles a key of the editor. Returns whether it was for the list. */
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { value, selectionStart } = event.currentTarget
    if (event.key === ' ' && event.ctrlKey) {
      suggest(value, selectionStart, true)
      return true
    }
    if (!open || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
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
  return { open, close, suggest, take, onKey }
}
