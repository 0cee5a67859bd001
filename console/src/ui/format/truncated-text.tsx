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
    return () => observer.disconnect()
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

const isCut = (element: HTMLElement | null) => element !== null && element.scrollWidth > element.clientWidth

/**
 * Text on one line of which both ends stay, for ids and file names. The tail is as wide as it must be, the head is cut.
 * The text in the document is whole, so that it is read out and found whole.
 */
export function MiddleTruncatedText({ text, maxWidth, className }: TruncatedTextProps) {
  const head = useRef<HTMLSpanElement>(null)
  const [cut, setCut] = useState(false)
  useWidth(head, () => setCut(isCut(head.current)))
  const middle = Math.ceil(text.length / 2)
  return (
    <Tooltip content={cut && text} delay={DELAY} namesChild>
      <span
        // A name needs a role that may have one.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="group"
        aria-label={text}
        className={classNames('inline-flex max-w-full min-w-0 align-bottom whitespace-pre', className)}
        style={{ maxWidth }}
      >
        <span ref={head} className="min-w-4 truncate">
          {text.slice(0, middle)}
        </span>
        {/* Right to left, so that it is the start of the tail that gives way. */}
        <span className="min-w-0 shrink overflow-hidden [direction:rtl]">
          <bdi>{text.slice(middle)}</bdi>
        </span>
      </span>
    </Tooltip>
  )
}
