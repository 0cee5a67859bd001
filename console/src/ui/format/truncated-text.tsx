import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../tooltip.tsx'

/** Tooltips of cut texts wait a little longer: one passes over many of them. */
const DELAY = 300

type TruncatedTextProps = {
  text: string
  /** CSS width at most; by default as wide as there is room. */
  maxWidth?: string
  className?: string
}

/** Calls back when the width of an element has changed, and once at the start. */
export function useWidth(element: RefObject<HTMLElement | null>, onWidth: () => void): void {
  const latest = useRef(onWidth)
  useLayoutEffect(() => {
    latest.current = onWidth
    onWidth()
  })
  useLayoutEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => latest.current())
    observer.observe(element.current)
    // The real face is wider than the one that stands in for it until it has come.
    let gone = false
    void document.fonts?.ready.then(() => !gone && latest.current())
    return () => {
      gone = true
      observer.disconnect()
    }
  }, [element])
}

/** Text on one line, cut at the end with an ellipsis; the whole of it in a tooltip when it really is cut. */
export function TruncatedText({ text, maxWidth, className }: TruncatedTextProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [cut, setCut] = useState(false)
  useWidth(box, () => setCut(isCut(box.current)))
  return (
    <Tooltip content={cut && text} delay={DELAY} namesChild>
      <span
        ref={box}
        className={classNames('inline-block max-w-full truncate align-bottom', className)}
        style={{ maxWidth }}
      >
        {text}
      </span>
    </Tooltip>
  )
}

export const isCut = (element: HTMLElement | null) =>
  element !== null && element.scrollWidth > element.clientWidth

let canvas: CanvasRenderingContext2D | null | undefined

/** Pixels that a text takes in the font of an element, without laying anything out. */
function textWidth(text: string, element: HTMLElement): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  // The shorthand is empty where figures are tabular or ligatures off, and a canvas ignores that.
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`
  return canvas.measureText(text).width
}

/** The longest text with both ends of the whole that is no wider than there is room. */
function shorten(text: string, room: number, width: (text: string) => number): string {
  let kept = Math.floor((text.length * room) / width(text))
  for (; kept > 2; kept--) {
    const short = `${text.slice(0, Math.ceil((kept - 1) / 2))}…${text.slice(text.length - Math.floor((kept - 1) / 2))}`
    if (width(short) <= room) return short
  }
  return '…'
}

/** Text on one line of which both ends stay, for ids and file names; the whole of it is its name, and in a tooltip. */
export function MiddleTruncatedText({ text, maxWidth, className }: TruncatedTextProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(text)
  const [wanted, setWanted] = useState<number>()
  useWidth(box, () => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return setShown(text)
    const width = (part: string) => textWidth(part, element)
    const natural = Math.ceil(width(text))
    // Its own width must not depend on what is shown in it, or it would shrink and shrink.
    setWanted(natural)
    const room = element.clientWidth
    setShown(wanted !== natural || natural <= room ? text : shorten(text, room, width))
  })
  return (
    <Tooltip content={shown !== text && text} delay={DELAY} namesChild>
      <span
        ref={box}
        // A name needs a role that may have one.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="group"
        aria-label={text}
        className={classNames(
          'inline-block min-w-0 overflow-hidden align-bottom whitespace-nowrap',
          className,
        )}
        style={{ width: wanted, maxWidth: maxWidth ? `min(100%, ${maxWidth})` : '100%' }}
      >
        {shown}
      </span>
    </Tooltip>
  )
}
