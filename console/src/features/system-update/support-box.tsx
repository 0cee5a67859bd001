import { DOCS } from '../../app/docs.ts'
import { MessageBox } from '../../ui/message-box.tsx'
import type { Status } from './queries.ts'
import { ResumeButton } from './resume-button.tsx'

/** Says why the update does not go on by itself, if it doesn't. */
export function SupportBox({ status }: { status: Status }) {
  const { contactSupport, suspended, suspendedReason, targetRelease } = status
  if (!contactSupport && !suspended) return null
  return (
    <MessageBox variant="notice" title={contactSupport ? 'Support required' : 'Update suspended'}>
      {suspendedReason ?? 'The system can’t finish the update by itself.'}{' '}
      <Guide isSupport={contactSupport} />
      {suspended && targetRelease && (
        <div className="mt-2">
          <ResumeButton version={targetRelease.version} />
        </div>
      )}
    </MessageBox>
  )
}

/** Granary is self-hosted, so its guide says what to look at and whom to ask. */
const Guide = ({ isSupport }: { isSupport: boolean }) => (
  <a href={`${DOCS.systemUpdate}#support`} target="_blank" rel="noreferrer" className="text-accent underline">
    {isSupport ? 'Contact Support' : 'What to do'}
  </a>
)
