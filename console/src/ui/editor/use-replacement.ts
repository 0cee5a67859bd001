import { type RefObject, useLayoutEffect, useRef } from 'react'
import { insertText } from './insert-text.ts'

/** Replaces a part of the text; then selects from `start` to `end` of the new text. */
export type Replace = (part: { from: number; to: number; text: string }, start: number, end?: number) => void

/** Returns a function that changes the text of a field so that the browser can undo it, where it can. */
export function useReplacement(
  area: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (value: string) => void,
): Replace {
  const selection = useRef<[number, number] | null>(null)
  useLayoutEffect(() => {
    // A changed value moves the cursor to the end.
    if (selection.current) area.current?.setSelectionRange(...selection.current)
    selection.current = null
  }, [area, value])
  return ({ from, to, text }, start, end = start) => {
    if (insertText(area.current, from, to, text)) return area.current?.setSelectionRange(start, end)
    selection.current = [start, end]
    onChange(value.slice(0, from) + text + value.slice(to))
  }
}
