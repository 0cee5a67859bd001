import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

type NavGuardDialogProps = {
  /** 'Keep editing' in panels, 'Continue editing' on pages. */
  stayLabel?: string
  /** 'Leave form' in panels, 'Leave this page' on pages. */
  leaveLabel?: string
  onStay: () => void
  onLeave: () => void
}

/** Asks before the draft is lost. */
export function NavGuardDialog({
  stayLabel = 'Keep editing',
  leaveLabel = 'Leave form',
  onStay,
  onLeave,
}: NavGuardDialogProps) {
  return (
    <Dialog
      title="Confirm navigation"
      width="narrow"
      onClose={onStay}
      footer={
        <DialogButtons onCancel={onStay} cancelLabel={stayLabel} variant="danger" onPress={onLeave}>
          {leaveLabel}
        </DialogButtons>
      }
    >
      You have unsaved changes. They are lost when you leave.
    </Dialog>
  )
}
