import { classNames } from '../class-names.ts'
import { Tooltip } from '../tooltip.tsx'

/** Tooltips of truncated text open later, because the pointer passes over many of them; milliseconds. */
export const TOOLTIP_DELAY_MS = 300

export type TruncatedTextProps = {
  text: string
  /** Maximum CSS width; by default all of the available width. */
  maxWidth?: string
  className?: string
}

/** Returns the CSS width that text may have. In a table with little room it is less, but enough to tell texts apart. */
export const widest = (limit: string | undefined) =>
  `min(var(--widest, 100%), ${limit ? `max(6.5rem, ${limit} * var(--squeeze, 1))` : '100%'})`

/** Text on one line, truncated with an ellipsis; a tooltip has the whole when it is truncated. */
export function TruncatedText({ text, maxWidth, className }: TruncatedTextProps) {
  return (
    <Tooltip content={text} delay={TOOLTIP_DELAY_MS} namesChild onlyIfCut>
      <span
        className={classNames('inline-block max-w-full truncate align-bottom', className)}
        style={{ maxWidth: maxWidth && widest(maxWidth) }}
      >
        {text}
      </span>
    </Tooltip>
  )
}
