import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import type { Side } from './place.ts'
import { useTooltip } from './use-tooltip.tsx'

type TooltipProps = {
  content: ReactNode
  side?: Side
  /** Milliseconds of hovering before it opens. */
  delay?: number
  /** The text is already the accessible name, so it is shown but not announced twice. */
  namesChild?: boolean
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/**
 * A few words about a control, after a moment of hovering and at once on focus. The child is one element that passes
 * `aria-describedby` on to the document. Renders no tooltip without content.
 */
export function Tooltip({ content, side, delay, namesChild, children }: TooltipProps) {
  const tooltip = useTooltip(content, { side, delay })
  // The wrapper stays without content, or a button that becomes enabled would remount and lose the focus.
  const description = [children.props['aria-describedby'], !namesChild && tooltip.description]
    .filter(Boolean)
    .join(' ')
  return (
    <span className="contents" data-tooltip-wrapper="" {...tooltip.handlers}>
      {cloneElement(children, { 'aria-describedby': description || undefined })}
      {tooltip.element}
    </span>
  )
}

/** A question mark that explains the word before it. */
export function Tip({ children }: { children: ReactNode }) {
  return (
    <Tooltip content={children}>
      <button
        type="button"
        aria-label="Tip"
        className="inline-flex size-4 items-center justify-center rounded-full align-middle text-text-muted hover:text-text"
      >
        <CircleHelp className="size-3.5" aria-hidden />
      </button>
    </Tooltip>
  )
}
