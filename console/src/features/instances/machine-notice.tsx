import { Link, useLocation } from '@tanstack/react-router'
import { buttonStyle, Button } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { problemSentence } from '../../kinds/instance/start-problem.ts'
import { reasonFor } from './actions.tsx'
import { useConsoleLines } from './use-console-lines.ts'
import { type Instance, useInstancePath } from './use-instance.ts'

type MachineNoticeProps = { instance: Instance; onStart: () => void }

/** Says what the machine of an instance waits for, or why it failed. */
export function MachineNotice({ instance, onStart }: MachineNoticeProps) {
  if (instance.runState === 'failed') return <FailedNotice instance={instance} onStart={onStart} />
  if (!instance.note) return null
  return <MessageBox className="mt-4">{problemSentence(instance.note)}</MessageBox>
}

function FailedNotice({ instance, onStart }: MachineNoticeProps) {
  const path = useInstancePath()
  const isOverview = useLocation({ select: ({ pathname }) => pathname.endsWith('/overview') })
  return (
    <MessageBox variant="error" title="Its machine failed" className="mt-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 max-w-prose">
          {instance.note ? problemSentence(instance.note) : 'The reason is not known.'}
        </p>
        <div className="flex flex-wrap gap-2">
          <Link
            to="/projects/$project/instances/$instance/history"
            params={path}
            className={buttonStyle('secondary', 'sm')}
          >
            History
          </Link>
          <Button
            variant="secondary"
            size="sm"
            changes
            onPress={onStart}
            disabledReason={reasonFor('start', instance)}
          >
            Start again
          </Button>
        </div>
      </div>
      {!isOverview && <LastLines />}
    </MessageBox>
  )
}

const SHOWN = 5

/** What the machine wrote last. The overview has more of it. */
function LastLines() {
  const { lines } = useConsoleLines(SHOWN)
  if (!lines?.length) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll by keyboard too
    <pre
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label="Last lines of the serial console"
      className="mt-2 overflow-x-auto rounded border border-border bg-surface-sunken px-3 py-2 font-mono text-xs leading-5 text-text"
    >
      {lines.join('\n')}
    </pre>
  )
}
