import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FieldProps, useFieldIds } from '../fields/field.tsx'
import { indentationAfter } from './indentation.ts'
import { type Replace, useReplacement } from './use-replacement.ts'

/** Pixels, as `leading-5` and `py-2`. */
const LINE_HEIGHT = 20
const PADDING = 8

export type LineMark = { line: number; className: string }

export type CodeEditorHandle = {
  /** Focuses the editor with the cursor in a place; both count from 1. */
  focusAt: (line: number, column: number) => void
  /** Replaces the whole text, as one step of undo, and selects a part of the new one. */
  replace: (text: string, start: number, end: number) => void
}

type CodeEditorProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  placeholder?: string
  isReadOnly?: boolean
  /** Line numbers with another look. */
  marks?: readonly LineMark[]
  /** Above the text: buttons. */
  toolbar?: ReactNode
  /** Below the text: what there is to say about it. */
  notes?: ReactNode
  ref?: Ref<HTMLTextAreaElement>
  handle?: Ref<CodeEditorHandle>
}

/**
 * A field for YAML and scripts with line numbers. Enter keeps the indentation. Tab leaves it, as in every field, so that it traps no
 * keyboard. Long lines scroll.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { value, onChange, ref, handle, isReadOnly, marks = [] } = props
  const ids = useFieldIds(props)
  const keysId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLDivElement>(null)
  const replace = useReplacement(area, value, onChange)
  useImperativeHandle(ref, () => area.current!)
  useImperativeHandle(handle, () => ({
    focusAt: (line, column) => focusAt(area.current, line, column),
    replace: (text, start, end) => {
      replace(differenceOf(value, text), start, end)
      area.current?.focus()
      scrollTo(area.current, text.slice(0, start).split('\n').length)
    },
  }))
  const follow = () => {
    if (gutter.current && area.current) gutter.current.scrollTop = area.current.scrollTop
  }
  useLayoutEffect(follow)
  const onKeyDown = indenting(value, replace, isReadOnly)
  return (
    <FieldFrame {...props} ids={ids}>
      {props.toolbar}
      <div
        data-invalid={props.error ? '' : undefined}
        className="input flex overflow-hidden p-0 has-focus-visible:outline-2 has-focus-visible:outline-focus"
      >
        <Gutter ref={gutter} lines={value.split('\n').length} marks={marks} />
        <textarea
          ref={area}
          id={ids.control}
          name={props.name}
          rows={12}
          wrap="off"
          value={value}
          placeholder={props.placeholder}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          disabled={props.isDisabled && !isReadOnly}
          readOnly={isReadOnly}
          aria-labelledby={props.hint ? `${ids.label} ${ids.hint}` : ids.label}
          aria-describedby={classNames(props.error && ids.error, keysId)}
          aria-invalid={props.error ? true : undefined}
          onChange={(event) => onChange(event.target.value)}
          onBlur={props.onBlur}
          onScroll={follow}
          onKeyDown={onKeyDown}
          className="min-h-24 min-w-0 grow resize-y bg-transparent px-2.5 py-2 font-mono text-sm leading-5 whitespace-pre outline-none placeholder:text-text-muted"
        />
      </div>
      <span id={keysId} hidden>
        Enter keeps the indentation. Tab leaves the field.
      </span>
      {props.notes}
    </FieldFrame>
  )
}

/** Returns the handler of keys: Enter keeps the indentation. */
function indenting(value: string, replace: Replace, isReadOnly: boolean | undefined) {
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event
    const isPlain = !shiftKey && !ctrlKey && !metaKey && !altKey && !nativeEvent.isComposing
    if (key !== 'Enter' || !isPlain || isReadOnly) return
    event.preventDefault()
    const { selectionStart: from, selectionEnd: to } = currentTarget
    const text = `\n${indentationAfter(value.slice(value.lastIndexOf('\n', from - 1) + 1, from))}`
    replace({ from, to, text }, from + text.length)
    // The browser follows the cursor when the user types, but not when a script does.
    currentTarget.scrollLeft = 0
  }
}

type GutterProps = {
  ref: RefObject<HTMLDivElement | null>
  lines: number
  marks: readonly LineMark[]
}

/** The line numbers beside the text, which scrolls them. */
const Gutter = ({ ref, lines, marks }: GutterProps) => (
  <div
    ref={ref}
    aria-hidden
    className="relative shrink-0 overflow-hidden border-r border-border bg-surface-sunken px-2 py-2 text-right font-mono text-xs leading-5 whitespace-pre text-text-muted select-none"
  >
    {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
    {marks.map(({ line, className }) => (
      <span
        key={line}
        className={classNames('absolute inset-x-0 px-2', className)}
        style={{ top: PADDING + (line - 1) * LINE_HEIGHT }}
      >
        {line}
      </span>
    ))}
    {/* Room for the scrollbar of long lines beside it. */}
    <div className="h-8" />
  </div>
)

function focusAt(area: HTMLTextAreaElement | null, line: number, column: number): void {
  if (!area) return
  const before = area.value
    .split('\n')
    .slice(0, line - 1)
    .reduce((length, each) => length + each.length + 1, 0)
  const end = area.value.indexOf('\n', before)
  const at = Math.min(before + column - 1, end === -1 ? area.value.length : end)
  area.focus()
  area.setSelectionRange(at, at)
  scrollTo(area, line)
}

/** Scrolls a line into the middle, unless it is visible. */
function scrollTo(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return
  const top = (line - 1) * LINE_HEIGHT
  if (top < area.scrollTop || top + 2 * LINE_HEIGHT > area.scrollTop + area.clientHeight)
    area.scrollTop = Math.max(0, top - area.clientHeight / 2)
}

/** Returns the part of a text to replace to get another one: the shorter, the less the browser redraws and undoes. */
function differenceOf(before: string, after: string): { from: number; to: number; text: string } {
  let from = 0
  while (from < before.length && before[from] === after[from]) from++
  let kept = 0
  const most = Math.min(before.length, after.length) - from
  while (kept < most && before.at(-1 - kept) === after.at(-1 - kept)) kept++
  return { from, to: before.length - kept, text: after.slice(from, after.length - kept) }
}
