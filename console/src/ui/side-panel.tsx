import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { MessageBox } from './message-box.tsx'

type SidePanelProps = {
  title: string
  subtitle?: ReactNode
  errors?: string[]
  /** Slide in: only when one came here by a click, not by a reload or by going back. */
  animate?: boolean
  onClose: () => void
  children: ReactNode
  footer: ReactNode
}

/** A panel at the right, 32 rem wide, over the page that it belongs to; on a narrow screen it is the page. */
export function SidePanel({ title, subtitle, errors = [], animate = true, onClose, children, footer }: SidePanelProps) {
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="fixed inset-0 z-30 bg-scrim">
      <Modal className={classNames('fixed inset-y-0 right-0 w-full max-w-[32rem]', animate && 'slide-in')}>
        <AriaDialog className="flex h-full flex-col border-l border-border bg-surface-raised shadow-raised outline-none">
          <div className="border-b border-border py-3 pr-12 pl-6">
            <Heading slot="title" level={2} className="text-lg font-semibold">
              {title}
            </Heading>
            {subtitle && <h3 className="mt-0.5 flex items-center gap-1.5 truncate text-sm text-text-muted">{subtitle}</h3>}
          </div>
          <div className="min-h-0 grow overflow-y-auto px-6 py-5" data-testid="sidemodal-scroll-container">
            <ErrorList errors={errors} />
            {children}
          </div>
          <footer className="flex items-center justify-end gap-2 border-t border-border px-6 py-3">
            {errors.length > 0 && <span className="grow text-sm text-danger">Error</span>}
            {footer}
          </footer>
          <div className="absolute top-2.5 right-3">
            <IconButton label="Close" onPress={onClose} tooltip={false}>
              <X className="size-4" aria-hidden />
            </IconButton>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function ErrorList({ errors }: { errors: string[] }) {
  if (errors.length === 0) return null
  if (errors.length === 1)
    return (
      <MessageBox variant="error" title="Error" className="mb-5">
        {errors[0]}
      </MessageBox>
    )
  return (
    <MessageBox variant="error" title="Errors" className="mb-5">
      {errors.length} issues:
      <ul className="list-disc pl-5">
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </MessageBox>
  )
}
