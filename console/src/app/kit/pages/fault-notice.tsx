import { MessageBox } from '../../../ui/message-box.tsx'
import { isLate } from '../../../ui/late.ts'
import { useSeenTime } from '../../../ui/format/time-ago.tsx'

type FaultNoticeProps = {
  of: { state: string; failure?: string | null | undefined; timeCreated: Date }
  /** What to do once it is faulted. */
  next: string
}

/** Says why a disk, snapshot or image could not be made, or that it takes longer than usual, and what to do next. */
export function FaultNotice({ of: { state, failure, timeCreated }, next }: FaultNoticeProps) {
  const now = useSeenTime()
  if (state === 'faulted')
    return (
      <MessageBox variant="error" title="It could not be made" className="mb-5">
        {failure ? `${failure.replace(/\.$/, '')}. ` : ''}
        {next}
      </MessageBox>
    )
  if (state !== 'creating' || !isLate(now, timeCreated)) return null
  return (
    <MessageBox variant="notice" title="It takes longer than usual" className="mb-5">
      The server tries again until it succeeds. Large copies take a while. If it stays so, an operator finds
      the reason in the log of the server.
    </MessageBox>
  )
}
