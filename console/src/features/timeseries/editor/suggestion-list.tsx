import type { Suggestion } from '@granary/domain/timeseries/completion/suggestion.ts'
import { useEffect, useRef } from 'react'
import { classNames } from '../../../ui/class-names.ts'

type SuggestionListProps = {
  id: string
  suggestions: readonly Suggestion[]
  active: number
  /** Where it opens, in pixels of the editor. */
  place: { left: number; top: number }
  onTake: (suggestion: Suggestion) => void
}

/** The ID of the option that has the focus of screen readers. */
export const optionId = (list: string, at: number): string => `${list}-${at}`

/** The texts that can follow at the cursor. The focus stays in the editor. */
export function SuggestionList({ id, suggestions, active, place, onTake }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  // As far left as it needs to have a readable width.
  const left = `clamp(0px, ${place.left}px, max(0px, 100% - 22rem))`
  useEffect(() => {
    const box = list.current
    const option = box?.children[active] as HTMLElement | undefined
    if (!box || !option) return
    // Not scrollIntoView, which may scroll the page as well.
    const above = option.offsetTop - box.scrollTop
    const below = above + option.offsetHeight - box.clientHeight
    box.scrollTop += above < 0 ? above : Math.max(0, below)
  }, [active, suggestions])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="popup absolute z-20 max-h-64 w-max overflow-y-auto p-1"
      style={{ top: place.top, left, maxWidth: `calc(100% - ${left})` }}
    >
      {suggestions.map((suggestion, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the editor handles the keys
        <div
          key={suggestion.text}
          id={optionId(id, at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          data-focused={at === active || undefined}
          className={classNames('popup-item flex-wrap gap-x-3 gap-y-0 hover:bg-surface-hover')}
          // The editor keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          <span className="font-mono wrap-anywhere">{suggestion.text}</span>
          {suggestion.detail && <span className="ml-auto text-xs text-text-muted">{suggestion.detail}</span>}
        </div>
      ))}
    </div>
  )
}
