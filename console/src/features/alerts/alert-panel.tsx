import { alertView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import BellRing from 'lucide-react/icons/bell-ring'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { toWire } from '../../api/casing.ts'
import { wasPushed } from '../../app/kit/pages/history.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Id } from '../../ui/format/id.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { messageOf } from './alert.ts'
import { AlertDeliveries } from './alert-deliveries.tsx'
import { AlertStateBadge } from './badges.tsx'
import { useClasses } from './classes.ts'
import { CodeBlock } from './code-block.tsx'
import { SubjectLink } from './subject-link.tsx'

const route = getRouteApi('/authenticated/system/alerting/alerting-frame/alerts/$alertId')

/** The panel of an alert: what it is about, its payload, and its deliveries. */
export function AlertPanel() {
  const { alertId } = route.useParams()
  const alert = useView(apiQuery(alertView, { path: { alertId } }))
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  const about = useClasses().data?.find(({ name }) => name === alert.class)
  return (
    <ReadOnlySidePanel
      title="Alert"
      subtitle={<PanelSubject icon={BellRing} name={alert.class} />}
      animate={animate}
      onClose={() => void navigate({ to: '/system/alerting/alerts', search: true })}
    >
      <p className="mb-4 font-medium wrap-anywhere">{messageOf(alert)}</p>
      <PropertiesTable>
        <Property label="State">
          <AlertStateBadge alert={alert} />
        </Property>
        <Property label="About">
          <SubjectLink alert={alert} />
        </Property>
        <Property label="Raised">
          <DateTime date={alert.timeCreated} />
        </Property>
        {alert.timeResolved && (
          <Property label="Resolved">
            <DateTime date={alert.timeResolved} />
          </Property>
        )}
        <Property label="ID">
          <Id id={alert.id} />
        </Property>
      </PropertiesTable>
      {about && <p className="mt-3 text-sm text-text-muted">{about.description}</p>}
      <CodeBlock title="Payload" code={JSON.stringify(toWire(alert.payload), null, 2)} />
      <AlertDeliveries alert={alert} />
    </ReadOnlySidePanel>
  )
}
