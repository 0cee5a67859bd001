import type { KnownValues } from '@granary/domain/timeseries/completion/field-suggestions.ts'
import { MAX_QUERY_LENGTH } from '@granary/domain/timeseries/limits.ts'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { HighlightedQuery } from '../../../kinds/metrics/highlighted-query.tsx'
import { insertText } from '../../../ui/editor/insert-text.ts'
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

/** Queries are no prose: the browser changes nothing in them. */
const AS_TYPED = {
  spellCheck: false,
  autoCapitalize: 'off',
  autoComplete: 'off',
  autoCorrect: 'off',
} as const

/** A field for a query, with highlighting, suggestions and an underlined mistake. */
export function QueryEditor({ ref, value, onChange, onRun, mistake, known }: QueryEditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const setCursor = useCursor(area, value)
  const completion = useCompletion({
    value,
    known,
    onReplace: (from, to, text) => {
      if (insertText(area.current, from, to, text)) return
      const next = value.slice(0, from) + text + value.slice(to)
      setCursor(from + text.length)
      onChange(next)
      completion.suggest(next, from + text.length)
    },
  })
  const { open } = completion
  // What is missing at the cursor is about to be chosen.
  const shown = open && mistake && mistake.to >= open.from ? null : mistake
  useImperativeHandle(ref, () => ({
    focusAt: (index) => {
      area.current?.focus()
      area.current?.setSelectionRange(index, index)
    },
  }))
  const anchorAt = Math.min(open?.from ?? 0, value.length)
  const { anchor, place } = useSuggestionPlace(anchorAt, value)
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
        <Layers value={value} mistake={shown} anchorAt={anchorAt} anchor={anchor} />
        <textarea
          ref={area}
          id={id}
          className={AREA}
          value={value}
          placeholder="get virtual_disk:reads | filter timestamp > @now() - 1h | align mean_within(1m)"
          {...AS_TYPED}
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
      <Hints id={id} mistake={shown} suggestions={open?.suggestions.length} />
    </div>
  )
}

type LayersProps = {
  value: string
  mistake: Mistake | null
  anchorAt: number
  anchor: RefObject<HTMLSpanElement | null>
}

/** The text with its colors, and the mistake under it; both lie behind the field. */
const Layers = ({ value, mistake, anchorAt, anchor }: LayersProps) => (
  <>
    <pre aria-hidden className={LAYER}>
      {value.length > MAX_QUERY_LENGTH ? value : <HighlightedQuery query={value} />}{' '}
    </pre>
    <pre aria-hidden className={MARKS}>
      <Marks text={value} mistake={mistake} anchorAt={anchorAt} anchor={anchor} />
    </pre>
  </>
)

type HintsProps = { id: string; mistake: Mistake | null; suggestions: number | undefined }

const Hints = ({ id, mistake, suggestions }: HintsProps) => (
  <>
    <div id={`${id}-mistake`} aria-live="polite" className="mt-1 min-h-5 text-sm wrap-anywhere text-danger">
      {mistake?.message}
    </div>
    <span role="status" className="sr-only">
      {suggestions !== undefined && `${suggestions} suggestions`}
    </span>
    <span id={`${id}-keys`} hidden>
      Ctrl and Space shows suggestions, Ctrl and Enter runs the query.
    </span>
  </>
)

/** Returns a function that sets the cursor after the next render: a changed value moves it to the end. */
function useCursor(area: RefObject<HTMLTextAreaElement | null>, value: string): (index: number) => void {
  const cursor = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (cursor.current === null) return
    area.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = null
  }, [area, value])
  return (index) => void (cursor.current = index)
}

/** Returns where the suggestions appear: under the text that they replace, which `anchor` marks. */
function useSuggestionPlace(anchorAt: number, value: string) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  useLayoutEffect(() => {
    if (!anchor.current) return
    const { offsetLeft: left, offsetTop } = anchor.current
    const top = offsetTop + LINE_HEIGHT
    setPlace((before) => (before.left === left && before.top === top ? before : { left, top }))
  }, [anchorAt, value])
  return { anchor, place }
}
