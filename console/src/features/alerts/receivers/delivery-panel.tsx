import { alertView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { apiQuery } from '../../../api/queries.ts'
import { IfMissed } from '../../../app/kit/pages/failed.tsx'
import { linkTo, pathTo } from '../../../app/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { Id } from '../../../ui/format/id.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'
import { type Alert, messageOf } from '../alert.ts'
import { type Attempt, type Delivery, DeliveryStateBadge } from '../badges.tsx'
import { CodeBlock } from '../code-block.tsx'
import { ResendButton } from '../resend-button.tsx'
import { AttemptFacts } from './attempt.tsx'
import type { Receiver } from './receiver.ts'
import { requestText } from './request-text.ts'

type DeliveryPanelProps = { receiver: Receiver; delivery: Delivery; onClose: () => void }

/** The panel of a delivery: each attempt with its request and the answer. */
export default function DeliveryPanel({ receiver, delivery, onClose }: DeliveryPanelProps) {
  const alert = useQuery({
    ...apiQuery(alertView, { path: { alertId: delivery.alertId } }),
    throwOnError: false,
  })
  const attempts = delivery.attempts.webhook.toReversed()
  return (
    <ReadOnlySidePanel
      title="Delivery"
      subtitle={<PanelSubject icon={Send} name={delivery.alertClass} />}
      animate
      onClose={onClose}
    >
      <PropertiesTable>
        <Property label="State">
          <DeliveryStateBadge state={delivery.state} />
        </Property>
        <Property label="Alert">
          <Link
            {...linkTo(pathTo('/system/alerting/alerts/$alertId', { alertId: delivery.alertId }))}
            className="text-accent hover:underline"
          >
            {alert.data ? messageOf(alert.data) : delivery.alertId}
          </Link>
        </Property>
        <Property label="Requested">
          <DateTime date={delivery.timeStarted} />
        </Property>
        {delivery.timeNextAttempt && (
          <Property label="Next attempt">
            <DateTime date={delivery.timeNextAttempt} />
          </Property>
        )}
        <Property label="Delivery ID">
          <Id id={delivery.id} />
        </Property>
      </PropertiesTable>
      <div className="my-4">
        <ResendButton
          alertId={delivery.alertId}
          alertClass={delivery.alertClass}
          receiver={receiver}
          refusal={null}
          isSent
        />
      </div>
      <IfMissed what="The alert" of={alert} />
      {attempts.length === 0 && <p className="text-sm">It has not been sent yet.</p>}
      <ol aria-label="Attempts, newest first" className="divided">
        {attempts.map((attempt) => (
          <li key={attempt.attempt} className="py-4">
            <h4 className="mb-2 font-semibold">Attempt {attempt.attempt}</h4>
            <AttemptFacts attempt={attempt} />
            {alert.data && (
              <Request receiver={receiver} alert={alert.data} delivery={delivery} attempt={attempt} />
            )}
          </li>
        ))}
      </ol>
    </ReadOnlySidePanel>
  )
}

type RequestProps = { receiver: Receiver; alert: Alert; delivery: Delivery; attempt: Attempt }

function Request({ receiver, alert, delivery, attempt }: RequestProps) {
  const [isShown, setShown] = useState(false)
  const { headers, body } = requestText(receiver, alert, delivery, attempt)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="mt-2 -ml-2.5"
        aria-expanded={isShown}
        aria-label={`${isShown ? 'Hide' : 'Show'} request of attempt ${attempt.attempt}`}
        onPress={() => setShown(!isShown)}
      >
        {isShown ? 'Hide request' : 'Show request'}
      </Button>
      {isShown && (
        <>
          <CodeBlock title="Headers" code={headers} />
          <CodeBlock title="Body" code={body} />
        </>
      )}
    </>
  )
}
