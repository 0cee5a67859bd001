import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

type NavGuardDialogProps = {
  /** 'Keep editing' in panels, 'Continue editing' on pages. */
  stayLabel?: string
  /** 'Leave form' in panels, 'Leave this page' on pages. */
  leaveLabel?: string
  onStay: () => void
  onLeave: () => void
}

/** Asks before what was typed is lost. */
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
        <>
          <Button variant="secondary" size="sm" onPress={onStay}>
            {stayLabel}
          </Button>
          <Button variant="danger" size="sm" onPress={onLeave}>
            {leaveLabel}
          </Button>
        </>
      }
    >
      You have unsaved changes. They are lost when you leave.
    </Dialog>
  )
}
