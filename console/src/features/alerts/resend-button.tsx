import { alertDeliveryResend } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { useMay } from '../../app/permissions.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'

export const ADMINS_ONLY = 'Only fleet admins can do this'

type Named = { id: string; name: string }

/** Returns a function that asks, and then sends an alert to a receiver again. */
export function useResend() {
  const resend = useOperation(alertDeliveryResend, { waits: true })
  return (alertId: string, alertClass: string, receiver: Named): void =>
    void confirm({
      title: 'Send alert again',
      errorTitle: 'Could not send the alert again',
      body: (
        <>
          Send the alert <Highlight>{alertClass}</Highlight> to <Highlight>{receiver.name}</Highlight> again?
          The receiver tells it by the ID of the alert, which stays the same.
        </>
      ),
      action: async () => {
        await resend({ path: { alertId }, query: { receiver: receiver.id } })
        addToast({ content: 'Alert is sent again' })
      },
    })
}

type ResendButtonProps = {
  alertId: string
  alertClass: string
  receiver: Named
  refusal: string | null
  isSent: boolean
}

/** Sends an alert to a receiver again. */
export function ResendButton({ alertId, alertClass, receiver, refusal, isSent }: ResendButtonProps) {
  const resend = useResend()
  const mayChange = useMay().fleet('modify')
  const label = isSent ? 'Send again' : 'Send'
  return (
    <Button
      variant="secondary"
      size="sm"
      disabledReason={mayChange ? refusal : ADMINS_ONLY}
      aria-label={`${label} to ${receiver.name}`}
      onPress={() => resend(alertId, alertClass, receiver)}
    >
      {label}
    </Button>
  )
}
