import type { KnownValues } from '@granary/domain/timeseries/completion/field-suggestions.ts'
import { MAX_QUERY_LENGTH } from '@granary/domain/timeseries/limits.ts'
import {
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { HighlightedQuery } from '../../../kinds/metrics/highlighted-query.tsx'
import { insertText } from './insert-text.ts'
import { Marks } from './marks.tsx'
import type { Mistake } from './query-mistake.ts'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import { useCompletion } from './use-completion.ts'
import './query-editor.css'

export type EditorHandle = {
  /** Focuses the editor with the cursor at an index. */
  focusAt: (index: number) => void
}

type QueryEditorProps = {
  ref?: Ref<EditorHandle>
  value: string
  onChange: (value: string) => void
  /** Called for Ctrl or Cmd with Enter. */
  onRun: () => void
  mistake: Mistake | null
  known: KnownValues
}

/** The layers must wrap their text in the same way. Their rules load with the editor. */
const LAYER = 'query-layer col-start-1 row-start-1'
const MARKS = `${LAYER} query-marks`
const AREA = `${LAYER} query-area`
const LINE_HEIGHT = 24

/** A field for a query, with highlighting, suggestions and an underlined mistake. */
export function QueryEditor({ ref, value, onChange, onRun, mistake, known }: QueryEditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const anchor = useRef<HTMLSpanElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  /** The cursor after the next render: a changed value moves it to the end. */
  const cursor = useRef<number | null>(null)
  const completion = useCompletion({
    value,
    known,
    onReplace: (from, to, text) => {
      if (insertText(area.current, from, to, text)) return
      const next = value.slice(0, from) + text + value.slice(to)
      cursor.current = from + text.length
      onChange(next)
      completion.suggest(next, from + text.length)
    },
  })
  const { open } = completion
  const isTooLong = value.length > MAX_QUERY_LENGTH
  // What is missing at the cursor is about to be chosen.
  const shown = open && mistake && mistake.to >= open.from ? null : mistake
  useImperativeHandle(ref, () => ({
    focusAt: (index) => {
      area.current?.focus()
      area.current?.setSelectionRange(index, index)
    },
  }))
  useLayoutEffect(() => {
    if (cursor.current === null) return
    area.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = null
  }, [value])
  useLayoutEffect(() => {
    if (!anchor.current) return
    const { offsetLeft: left, offsetTop } = anchor.current
    const top = offsetTop + LINE_HEIGHT
    setPlace((before) => (before.left === left && before.top === top ? before : { left, top }))
  }, [open, value])
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      completion.close()
      onRun()
    } else if (completion.onKey(event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        Query
      </label>
      <div className="input relative grid p-0" data-invalid={shown ? '' : undefined}>
        <pre aria-hidden className={LAYER}>
          {isTooLong ? value : <HighlightedQuery query={value} />}{' '}
        </pre>
        <pre aria-hidden className={MARKS}>
          <Marks
            text={value}
            mistake={shown}
            anchorAt={Math.min(open?.from ?? 0, value.length)}
            anchor={anchor}
          />
        </pre>
        <textarea
          ref={area}
          id={id}
          className={AREA}
          value={value}
          placeholder="get virtual_disk:reads | filter timestamp > @now() - 1h | align mean_within(1m)"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open && open.active >= 0 ? optionId(`${id}-list`, open.active) : undefined}
          aria-invalid={shown !== null}
          aria-describedby={`${id}-mistake ${id}-keys`}
          onChange={(event) => {
            onChange(event.target.value)
            if (event.target.value.length > MAX_QUERY_LENGTH) completion.close()
            else completion.suggest(event.target.value, event.target.selectionStart)
          }}
          onKeyDown={onKeyDown}
          onSelect={(event) => completion.onSelect(event.currentTarget)}
          onClick={completion.close}
          onBlur={completion.close}
        />
        {open && (
          <SuggestionList
            id={`${id}-list`}
            suggestions={open.suggestions}
            active={open.active}
            place={place}
            onTake={completion.take}
          />
        )}
      </div>
      <div id={`${id}-mistake`} aria-live="polite" className="mt-1 min-h-5 text-sm wrap-anywhere text-danger">
        {shown?.message}
      </div>
      <span role="status" className="sr-only">
        {open && `${open.suggestions.length} suggestions`}
      </span>
      <span id={`${id}-keys`} hidden>
        Ctrl and Space shows suggestions, Ctrl and Enter runs the query.
      </span>
    </div>
  )
}
