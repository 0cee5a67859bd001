import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import Webhook from 'lucide-react/icons/webhook'
import { Suspense, useMemo, useState } from 'react'
import { TabsWithHistory } from '../../../app/history/tabs-with-history.tsx'
import { pathTo } from '../../../app/paths.ts'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { Button } from '../../../ui/button.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { Id } from '../../../ui/format/id.tsx'
import { TruncatedText } from '../../../ui/format/truncated-text.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { MessageBox } from '../../../ui/message-box.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'
import { Description } from '../../../ui/table/description.tsx'
import { ResultBadge } from '../badges.tsx'
import { Deliveries } from './deliveries.tsx'
import { type Receiver, useReceiver, useRefusal } from './receiver.ts'
import { Secrets } from './secrets.tsx'
import { Subscriptions } from './subscriptions.tsx'
import { addressOf, mediumOf } from './target.ts'
import { useReceiverEntries } from './use-receiver-entries.tsx'

const route = getRouteApi('/authenticated/system/alerting/receivers/$receiver')
const ProbeDialog = lazyPart(() => import('./probe-dialog.tsx'))

/** The page of a receiver: its deliveries, subscriptions and secrets. */
export function ReceiverPage() {
  const receiver = useReceiver()
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const entriesOf = useReceiverEntries(() => navigate({ to: '/system/alerting/receivers' }))
  const refusal = useRefusal()
  const [probing, setProbing] = useState<{ resend: boolean } | null>(null)
  const edit = pathTo('/system/alerting/receivers/$receiver/edit', { receiver: receiver.name })
  useQuickActions(
    'Actions',
    useMemo(
      () =>
        refusal === null
          ? [
              { label: 'Send a test', onAction: () => setProbing({ resend: false }) },
              { label: 'Edit receiver', href: edit },
            ]
          : [],
      [refusal, edit],
    ),
  )
  return (
    <>
      <PageHeader
        title={receiver.name}
        icon={<Webhook />}
        actions={
          <>
            <Button
              variant="secondary"
              disabledReason={refusal}
              onPress={() => setProbing({ resend: false })}
            >
              Send a test
            </Button>
            <ActionsMenu label="Receiver actions" id={receiver.id} entries={entriesOf(receiver)} />
          </>
        }
      />
      <Facts receiver={receiver} />
      {mediumOf(receiver.kind) === 'program' && receiver.kind.secrets.length === 0 && (
        <MessageBox variant="notice" title="Nothing is sent to this receiver" className="mt-4">
          It has no secret to sign alerts with. Add one on the tab of its secrets.
        </MessageBox>
      )}
      <TabsWithHistory
        label="Receiver"
        id={receiver.id}
        tabs={[
          {
            id: 'deliveries',
            label: 'Deliveries',
            content: <Deliveries receiver={receiver} onResendAll={() => setProbing({ resend: true })} />,
          },
          {
            id: 'subscriptions',
            label: 'Subscriptions',
            content: <Subscriptions receiver={receiver} />,
          },
          // Mail has no signature.
          ...(mediumOf(receiver.kind) === 'mail'
            ? []
            : [{ id: 'secrets' as const, label: 'Secrets', content: <Secrets receiver={receiver} /> }]),
        ]}
        selected={tab}
      />
      {probing && (
        <Suspense fallback={null}>
          <ProbeDialog receiver={receiver} resends={probing.resend} onClose={() => setProbing(null)} />
        </Suspense>
      )}
      <Outlet />
    </>
  )
}

const FORMS = { program: 'Signed JSON', chat: 'Messages by a template', mail: 'Mail' }

const Facts = ({ receiver }: { receiver: Receiver }) => (
  <PropertiesTable columns={2} className="mb-6">
    <Property label="ID">
      <Id id={receiver.id} maxWidth="20rem" />
    </Property>
    <Property label="Description">
      <Description text={receiver.description} />
    </Property>
    <Property label="Address">
      <Id id={addressOf(receiver.kind)} maxWidth="24rem" />
    </Property>
    <Property label="Gets">{FORMS[mediumOf(receiver.kind)]}</Property>
    <Property label="Created">
      <DateTime date={receiver.timeCreated} />
    </Property>
    {receiver.kind.template && (
      <Property label="Template">
        <TruncatedText text={receiver.kind.template} maxWidth="24rem" className="font-mono text-xs" />
      </Property>
    )}
    {mediumOf(receiver.kind) === 'program' && (
      <Property label="Secrets">{receiver.kind.secrets.length}</Property>
    )}
    <Property label="Last attempt">
      {receiver.lastResult ? <DateTime date={receiver.timeLastAttempt} /> : 'None yet'}
    </Property>
    {receiver.lastResult && (
      <Property label="Last result">
        <ResultBadge result={receiver.lastResult} />
      </Property>
    )}
  </PropertiesTable>
)
