import { type StepState, UPLOAD_STEPS } from '@granary/image-upload/steps.ts'
import type { Upload } from '@granary/image-upload/upload.ts'
import { useMemo } from 'react'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleArrowUp from 'lucide-react/icons/circle-arrow-up'
import CirclePause from 'lucide-react/icons/circle-pause'
import { pathTo } from '../../app/paths.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { MessageBox } from '../../ui/message-box.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { ErrorBox } from '../../ui/overlay/side-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { atMostEvery } from './paced-store.ts'
import { useStore } from '../../ui/store.ts'
import { TransferFacts } from './transfer-facts.tsx'

/** Milliseconds between two renders. Faster updates are unreadable and slow the upload down. */
const RENDER_INTERVAL_MS = 100

/** Title and next step of each problem. */
const PROBLEM_TEXT = {
  connection: {
    title: 'Connection lost',
    next: 'The upload continues when the connection is back.',
  },
  session: {
    title: 'Your session has ended',
    next: 'Sign in again in a new window and keep this one open. The upload then continues, and nothing is lost.',
  },
  elsewhere: {
    title: 'Waiting for another upload',
    next: 'This upload continues less than 30 seconds after the other one stops.',
  },
} as const

type ProgressDialogProps = {
  upload: Upload
  fileName: string
  /** Returns to the form. While the upload runs, the caller asks for confirmation first. */
  onBack: () => void
  /** Called when the upload has finished and the user closes the dialog. */
  onDone: () => void
}

/** Shows the steps of an upload, with buttons to retry and cancel it. */
export function ProgressDialog({ upload, fileName, onBack, onDone }: ProgressDialogProps) {
  const paced = useMemo(() => atMostEvery(RENDER_INTERVAL_MS, upload.state), [upload])
  const state = useStore(paced)
  const { phase, steps, paused } = state
  const running = phase === 'running'
  const leave = phase === 'done' ? onDone : onBack
  const sending = running && steps.chunks === 'running'
  return (
    <Dialog
      title="Image upload progress"
      onClose={leave}
      footerStart={
        sending && (
          <Button variant="secondary" size="sm" onPress={paused ? upload.resume : upload.pause}>
            {paused ? 'Resume' : 'Pause'}
          </Button>
        )
      }
      footer={
        <DialogButtons
          onCancel={leave}
          cancelLabel={running ? 'Cancel' : 'Back'}
          onPress={onDone}
          disabledReason={phase !== 'done' && 'The upload has not finished'}
        >
          Done
        </DialogButtons>
      }
    >
      <div className="flex flex-col gap-3">
        <ErrorBox errors={state.error ? [state.error] : []} />
        {state.left && <MessageBox variant="notice">{state.left}</MessageBox>}
        {state.trouble && <Trouble {...state.trouble} />}
        <ol className="flex flex-col">
          {UPLOAD_STEPS.map(({ id, label }) => (
            <li
              key={id}
              data-status={steps[id]}
              className={classNames(
                'border-b border-border py-2 last:border-0',
                steps[id] === 'ready' && 'text-text-muted',
                steps[id] === 'error' && 'text-danger',
                id === 'done' && steps[id] === 'complete' && 'font-medium text-positive',
              )}
            >
              <span className="flex items-center gap-2.5">
                {id === 'chunks' && sending ? (
                  <SendingMark paused={paused} />
                ) : (
                  <StepMark state={steps[id]} />
                )}
                {label}
              </span>
              {id === 'chunks' && steps.chunks !== 'ready' && (
                <TransferFacts state={state} fileName={fileName} />
              )}
            </li>
          ))}
        </ol>
        {phase === 'cleaning' && state.error && (
          <p className="flex items-center gap-2 text-sm text-text-muted">
            <Spinner className="size-3.5" /> Deleting the temporary disk and snapshot
          </p>
        )}
        <p className="sr-only" role="status">
          {phase === 'done' ? 'Image uploaded successfully' : ''}
        </p>
      </div>
    </Dialog>
  )
}

type TroubleProps = NonNullable<ReturnType<Upload['state']['get']>['trouble']>

/** Says why the upload waits. */
function Trouble({ kind, text }: TroubleProps) {
  return (
    <MessageBox variant="notice" title={PROBLEM_TEXT[kind].title}>
      <span role="status">
        {text} {PROBLEM_TEXT[kind].next}
      </span>
      {kind === 'session' && (
        <p className="mt-2">
          <a
            href={pathTo('/login')}
            target="_blank"
            rel="noreferrer"
            className={buttonStyle('secondary', 'sm')}
          >
            Sign in
          </a>
        </p>
      )}
    </MessageBox>
  )
}

function StepMark({ state }: { state: StepState }) {
  if (state === 'running') return <Spinner className="size-4 text-accent" />
  if (state === 'complete')
    return <Check className="size-4 shrink-0 text-positive" role="img" aria-label="Complete" />
  if (state === 'error')
    return <CircleAlert className="size-4 shrink-0 text-danger" role="img" aria-label="Error" />
  return <span className="m-1 size-2 shrink-0 rounded-full border border-border-control" aria-hidden />
}

/** A static mark instead of a spinner, whose 60 frames a second made uploads 10% slower. */
function SendingMark({ paused }: { paused: boolean }) {
  const Mark = paused ? CirclePause : CircleArrowUp
  return (
    <Mark className="size-4 shrink-0 text-accent" role="img" aria-label={paused ? 'Paused' : 'Sending'} />
  )
}
