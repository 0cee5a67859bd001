import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { reserveToastSpace } from '../toast/clearance.ts'
import { LazyFrame } from './lazy-frame.tsx'
import { DialogWaits } from './looking-up.tsx'

const WIDTHS = {
  narrow: 'max-w-96',
  medium: 'max-w-[28rem]',
  free: 'w-auto min-w-[min(24rem,100%)] max-w-[min(48rem,100%)]',
}

type DialogProps = {
  /** The heading, and the accessible name. */
  title: string
  /** 24 rem, 28 rem, or between 24 and 48 rem depending on its content. */
  width?: keyof typeof WIDTHS
  role?: 'dialog' | 'alertdialog'
  /** Called for Escape, the scrim and the cross. */
  onClose: () => void
  children: ReactNode
  /** Buttons at the right: 'Cancel' first, both small. */
  footer?: ReactNode
  /** Rendered at the left of the footer. */
  footerStart?: ReactNode
}

/** A centred dialog. Mount it to open it. The focus stays inside and returns to the opener afterwards. */
export function Dialog({
  title,
  width = 'medium',
  role,
  onClose,
  children,
  footer,
  footerStart,
}: DialogProps) {
  const titleId = useId()
  return (
    <LazyFrame
      titleId={titleId}
      role={role}
      onClose={onClose}
      scrimClass="appear z-40 flex items-center justify-center p-4"
      boxClass={classNames(
        'flex max-h-[min(800px,80vh)] w-full rounded-lg border border-border bg-surface-raised shadow-raised',
        WIDTHS[width],
      )}
    >
      <DialogWaits>
        <h2
          id={titleId}
          className="border-b border-border py-2.5 pr-12 pl-4 text-base leading-7 font-semibold"
        >
          {title}
        </h2>
        <div className="min-h-0 grow overflow-y-auto px-4 py-4 text-base">{children}</div>
        {footer && (
          <div
            ref={reserveToastSpace}
            data-dialog-footer=""
            className="flex items-center justify-end gap-2 border-t border-border px-4 py-3"
          >
            {footer}
            {/* After the buttons in the order of the focus, so that a question still opens on its Cancel button. */}
            {footerStart && <div className="order-first mr-auto">{footerStart}</div>}
          </div>
        )}
      </DialogWaits>
    </LazyFrame>
  )
}
