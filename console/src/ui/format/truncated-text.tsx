import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../tooltip.tsx'

/** Tooltips of truncated text open later, because the pointer passes over many of them. */
const DELAY = 300

type TruncatedTextProps = {
  text: string
  /** Maximum CSS width; by default all of the available width. */
  maxWidth?: string
  className?: string
}

/** Returns the CSS width that text may have. In a table with little room it is less, but enough to tell texts apart. */
const widest = (limit: string | undefined) =>
  `min(var(--widest, 100%), ${limit ? `max(7rem, ${limit} * var(--squeeze, 1))` : '100%'})`

/** Calls back when the width of an element changes, and once at the start. */
function useWidth(element: RefObject<HTMLElement | null>, onWidth: () => void): void {
  const latest = useRef(onWidth)
  useLayoutEffect(() => {
    latest.current = onWidth
    onWidth()
  })
  useLayoutEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => latest.current())
    observer.observe(element.current)
    // The web font is wider than its fallback.
    let gone = false
    void document.fonts?.ready.then(() => !gone && latest.current())
    return () => {
      gone = true
      observer.disconnect()
    }
  }, [element])
}

/** Text on one line, truncated with an ellipsis; a tooltip has the whole when it is truncated. */
export function TruncatedText({ text, maxWidth, className }: TruncatedTextProps) {
  return (
    <Tooltip content={text} delay={DELAY} namesChild onlyIfCut>
      <span
        className={classNames('inline-block max-w-full truncate align-bottom', className)}
        style={{ maxWidth: maxWidth && widest(maxWidth) }}
      >
        {text}
      </span>
    </Tooltip>
  )
}

let canvas: CanvasRenderingContext2D | null | undefined

/** Returns the width of a text in the font of an element in pixels, without a layout. */
function textWidth(text: string, element: HTMLElement): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  // The shorthand is empty with tabular figures or without ligatures, both of which a canvas ignores.
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`
  return canvas.measureText(text).width
}

/** Returns the longest text with both ends of the whole that fits into the width. */
function shorten(text: string, room: number, width: (text: string) => number): string {
  let kept = Math.floor((text.length * room) / width(text))
  for (; kept > 2; kept--) {
    const short = `${text.slice(0, Math.ceil((kept - 1) / 2))}…${text.slice(text.length - Math.floor((kept - 1) / 2))}`
    if (width(short) <= room) return short
  }
  return '…'
}

/** Text on one line, truncated in the middle, for ids and file names. Its accessible name and tooltip are the whole. */
export function MiddleTruncatedText({ text, maxWidth, className }: TruncatedTextProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(text)
  const [wanted, setWanted] = useState<number>()
  useWidth(box, () => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return setShown(text)
    const width = (part: string) => textWidth(part, element)
    const natural = Math.ceil(width(text))
    // Its own width must not depend on its content, or it would shrink repeatedly.
    setWanted(natural)
    const room = element.clientWidth
    setShown(wanted !== natural || natural <= room ? text : shorten(text, room, width))
  })
  return (
    <Tooltip content={shown !== text && text} delay={DELAY} namesChild>
      <span
        ref={box}
        // An accessible name needs a role that allows one.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="group"
        aria-label={text}
        className={classNames(
          'inline-block min-w-0 overflow-hidden align-bottom whitespace-nowrap',
          className,
        )}
        style={{ width: wanted, maxWidth: widest(maxWidth) }}
      >
        {shown}
      </span>
    </Tooltip>
  )
}
