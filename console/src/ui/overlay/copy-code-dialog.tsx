import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { useCopy } from '../copy-button.tsx'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

type CopyCodeDialogProps = {
  title: string
  /** The text to copy. */
  code: string
  copyLabel?: string
  onClose: () => void
  /** A link below the code. */
  about?: ReactNode
  /** How it is displayed; the code itself by default. */
  children?: ReactNode
}

/** Shows text to paste elsewhere. After copying, a check mark replaces the button's label for a moment. */
export function CopyCodeDialog({
  title,
  code,
  copyLabel = 'Copy',
  onClose,
  about,
  children,
}: CopyCodeDialogProps) {
  const { copied, copy } = useCopy(code)
  return (
    <Dialog
      title={title}
      width="free"
      onClose={onClose}
      footer={
        <DialogButtons onCancel={onClose} onPress={copy} aria-label={copied ? 'Copied' : copyLabel}>
          {copied ? <Check className="size-4" aria-hidden /> : copyLabel}
        </DialogButtons>
      }
    >
      <pre className="overflow-x-auto rounded bg-surface-sunken p-3 font-mono text-sm whitespace-pre">
        {children ?? code}
      </pre>
      {about && <div className="mt-3">{about}</div>}
    </Dialog>
  )
}
