import { MessageBox } from '../../../ui/message-box.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'

/** Shown on top of a form that the user may not submit. Reasons are sentences, of which a single one has no full stop. */
export function ReadOnlyNotice({ className }: { className?: string }) {
  const reason = useReadOnly()
  return (
    reason && (
      <MessageBox variant="notice" className={className}>
        {reason.endsWith('.') ? reason : `${reason}.`}
      </MessageBox>
    )
  )
}
