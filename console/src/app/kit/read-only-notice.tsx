import { MessageBox } from '../../ui/message-box.tsx'
import { useReadOnly } from '../../ui/read-only.ts'

/** On top of a form that whoever looks at it may not send. */
export function ReadOnlyNotice({ className }: { className?: string }) {
  const reason = useReadOnly()
  return (
    reason && (
      <MessageBox variant="notice" className={className}>
        {reason}.
      </MessageBox>
    )
  )
}
