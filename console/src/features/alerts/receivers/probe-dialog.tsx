import type { CallOutput } from '@granary/contract/call.ts'
import { alertReceiverProbe } from '@granary/contract/generated/client.ts'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { useOperation } from '../../../api/operate.ts'
import { ShowAs } from '../../../app/show-as/show-as.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { AttemptFacts } from './attempt.tsx'
import type { Receiver } from './receiver.ts'
import { addressOf } from './target.ts'

type ProbeDialogProps = {
  receiver: Receiver
  /** Whether everything that failed is sent again at first, if the probe arrives. */
  resends: boolean
  onClose: () => void
}

/** Sends a test to a receiver and shows the answer. Everything that failed may be sent again after it. */
export default function ProbeDialog({ receiver, resends, onClose }: ProbeDialogProps) {
  const probe = useOperation(alertReceiverProbe)
  const [resend, setResend] = useState(resends)
  const [isPending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<CallOutput<'alertReceiverProbe'> | Error | null>(null)
  const send = () => probe({ path: { receiver: receiver.id }, query: resend ? { resend } : {} })
  const run = async () => {
    setPending(true)
    setOutcome(await send().catch((error: unknown) => error as Error))
    setPending(false)
  }
  return (
    <Dialog
      title="Send a test"
      onClose={onClose}
      footerStart={<ShowAs of={send} />}
      footer={
        <DialogButtons onCancel={onClose} loading={isPending} onPress={() => void run()}>
          {outcome ? 'Send again' : 'Send test'}
        </DialogButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm wrap-anywhere">
          Sends a delivery of the class <code className="font-mono text-xs">probe</code> to{' '}
          <code className="font-mono text-xs">{addressOf(receiver.kind)}</code>, and shows the answer.
        </p>
        <Checkbox isSelected={resend} onChange={setResend} isDisabled={isPending}>
          If it arrives, send everything again that failed
        </Checkbox>
        <div role="status">{outcome && <Outcome outcome={outcome} />}</div>
      </div>
    </Dialog>
  )
}

function Outcome({ outcome }: { outcome: CallOutput<'alertReceiverProbe'> | Error }) {
  if (outcome instanceof Error)
    return (
      <MessageBox variant="error" title="The test was not sent">
        {messageOf(outcome)}
      </MessageBox>
    )
  const { probe, resendsStarted } = outcome
  const isDelivered = probe.state === 'delivered'
  return (
    <>
      <MessageBox
        variant={isDelivered ? 'success' : 'error'}
        title={isDelivered ? 'The test has arrived' : 'The test has failed'}
      >
        {resendsStarted != null &&
          (resendsStarted === 0
            ? 'No alert has failed.'
            : `${resendsStarted} ${resendsStarted === 1 ? 'alert is' : 'alerts are'} sent again.`)}
      </MessageBox>
      <div className="mt-4">
        {probe.attempts.webhook.map((attempt) => (
          <AttemptFacts key={attempt.attempt} attempt={attempt} />
        ))}
      </div>
    </>
  )
}
