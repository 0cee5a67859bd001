import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../tooltip.tsx'
import { TOOLTIP_DELAY_MS, type TruncatedTextProps, widest } from './truncated-text.tsx'

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
    <Tooltip content={shown !== text && text} delay={TOOLTIP_DELAY_MS} namesChild>
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
