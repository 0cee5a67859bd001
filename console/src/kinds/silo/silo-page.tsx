import { Outlet, useNavigate } from '@tanstack/react-router'
import Cloud from 'lucide-react/icons/cloud'
import { RouteTabs } from '../../app/history/route-tabs.tsx'
import { BooleanValue } from '../../ui/format/boolean.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/table/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { BesideFacts } from '../../ui/page/beside-facts.tsx'
import { Property } from '../../ui/page/properties-table.tsx'
import { useDeleteSilo } from './delete-silo.tsx'
import { IdentityModeBadge } from './identity-modes.tsx'
import { useSiloTabs } from './tabs.ts'
import { useSilo } from './use-silo.ts'

/** The page of a silo, for operators. */
export function SiloPage() {
  const { silo, at } = useSilo()
  const tabs = useSiloTabs()
  const navigate = useNavigate()
  const remove = useDeleteSilo(() => void navigate({ to: '/system/silos' }))
  return (
    <>
      <PageHeader
        title={silo.name}
        icon={<Cloud />}
        actions={<ActionsMenu label="Silo actions" id={silo.id} entries={[remove(silo)]} />}
      />
      <BesideFacts
        facts={
          <>
            <Property label="ID">
              <Id id={silo.id} maxWidth="20rem" />
            </Property>
            <Property label="Description">
              <Description text={silo.description} />
            </Property>
            <Property label="Created">
              <DateTime date={silo.timeCreated} />
            </Property>
            <Property label="Last Modified">
              <DateTime date={silo.timeModified} />
            </Property>
            <Property label="Identity mode">
              <IdentityModeBadge mode={silo.identityMode} />
            </Property>
            <Property label="Discoverable">
              <BooleanValue value={silo.discoverable} />
            </Property>
            {silo.adminGroupName && (
              <Property label="Admin group">
                <TruncatedText text={silo.adminGroupName} />
              </Property>
            )}
          </>
        }
      >
        <RouteTabs label="Silo" tabs={tabs} resource={{ id: silo.id, history: at('history') }}>
          <Outlet />
        </RouteTabs>
      </BesideFacts>
    </>
  )
}
