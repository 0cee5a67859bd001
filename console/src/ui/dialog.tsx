import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

const WIDTHS = { narrow: 'max-w-96', medium: 'max-w-[28rem]', free: 'min-w-[min(24rem,100%)] max-w-[48rem] w-fit' }

type DialogProps = {
  title: string
  width?: keyof typeof WIDTHS
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
}

/** A centred dialog. Escape, the scrim and the cross close it; the focus stays inside and goes back afterwards. */
export function Dialog({ title, width = 'medium', onClose, children, footer, role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="appear fixed inset-0 z-40 flex items-center justify-center bg-scrim p-4"
    >
      <Modal className={classNames('w-full', WIDTHS[width])}>
        <AriaDialog
          role={role}
          className="relative flex max-h-[min(800px,80vh)] flex-col rounded-lg border border-border bg-surface-raised shadow-raised outline-none"
        >
          <div className="flex items-center border-b border-border py-2.5 pr-2 pl-4">
            <Heading slot="title" className="grow text-base font-semibold">
              {title}
            </Heading>
          </div>
          <div className="overflow-y-auto px-4 py-4 text-sm">{children}</div>
          {footer && <div className="flex items-center justify-end gap-2 border-t border-border px-4 py-3">{footer}</div>}
          {/* Last, so that the first thing with focus is in the body. */}
          <div className="absolute top-2 right-2">
            <IconButton label="Close" onPress={onClose} tooltip={false}>
              <X className="size-4" aria-hidden />
            </IconButton>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
