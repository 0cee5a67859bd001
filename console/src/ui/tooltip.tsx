import { CircleHelp } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

const OPEN_DELAY = 250

/** A few words about a control, on hover after a moment and on focus at once. The child must be able to have focus. */
export function Tooltip({ content, children, placement = 'top' }: { content: ReactNode; children: ReactElement; placement?: 'top' | 'bottom' | 'right' }) {
  return (
    <TooltipTrigger delay={OPEN_DELAY} closeDelay={0}>
      {children}
      <AriaTooltip
        offset={6}
        placement={placement}
        className="appear max-w-96 rounded border border-border bg-surface-raised px-2 py-1 text-xs text-text shadow-raised"
      >
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/** A question mark that explains the word before it. */
export function Tip({ children }: { children: ReactNode }) {
  return (
    <Tooltip content={children}>
      <Button aria-label="Tip" className="inline-flex size-4 items-center justify-center rounded-full align-middle text-text-muted">
        <CircleHelp className="size-3.5" aria-hidden />
      </Button>
    </Tooltip>
  )
}
