import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { type TooltipOptions, useTooltip } from './use-tooltip.tsx'

type TooltipProps = TooltipOptions & {
  content: ReactNode
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/**
 * A few words about a control, after a moment of hovering and at once on focus. The child is one element that passes
 * `aria-describedby` on to the document. Renders no tooltip without content.
 */
export function Tooltip({ content, children, ...options }: TooltipProps) {
  const tooltip = useTooltip(content, options)
  // The wrapper stays without content, or a button that becomes enabled would remount and lose the focus.
  const description = [children.props['aria-describedby'], tooltip.description].filter(Boolean).join(' ')
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
