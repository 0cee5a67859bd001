import { internetGatewayView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import Globe from 'lucide-react/icons/globe'
import { useState } from 'react'
import { apiQuery } from '../../../api/queries.ts'
import { useView } from '../../../api/use-view.ts'
import { wasPushed } from '../../../app/kit/pages/history.ts'
import { TagsProperty } from '../../../kinds/tags/tags.tsx'
import { Description } from '../../../ui/table/description.tsx'
import { Id } from '../../../ui/format/id.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'
import { RelevantDocs } from '../../../ui/page/relevant-docs.tsx'
import { NETWORKING_LINKS } from '../docs.ts'
import { AttachAddressDialog, AttachPoolDialog } from './attach-dialogs.tsx'
import { Attachments, RoutesTo } from './gateway-parts.tsx'
import { useAttachments } from './use-gateway.ts'

const route = getRouteApi(
  '/authenticated/projects/$project/networks/vpcs/$vpc/vpc-frame/vpc-gateways/internet-gateways/$gateway',
)

/** The panel of an internet gateway: its pools, its address and the routes to it. */
export function GatewayPanel() {
  const { gateway: shown, ...path } = route.useParams()
  const gateway = useView(apiQuery(internetGatewayView, { path: { gateway: shown }, query: path }))
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  const [attaching, setAttaching] = useState<'pool' | 'address' | null>(null)
  const { pools } = useAttachments(gateway.id)
  const close = () => setAttaching(null)
  return (
    <>
      <ReadOnlySidePanel
        title="Internet gateway"
        subtitle={<PanelSubject icon={Globe} name={gateway.name} />}
        animate={animate}
        onClose={() => void navigate({ to: '/projects/$project/vpcs/$vpc/internet-gateways', params: path })}
      >
        <div className="flex flex-col gap-6">
          <PropertiesTable>
            <Property label="ID">
              <Id id={gateway.id} />
            </Property>
            <Property label="Name">{gateway.name}</Property>
            <Property label="Description">
              <Description text={gateway.description} />
            </Property>
            <TagsProperty kind="internet-gateway" of={gateway} />
          </PropertiesTable>
          <Attachments
            gateway={gateway}
            onAttachPool={() => setAttaching('pool')}
            onAttachAddress={() => setAttaching('address')}
          />
          <RoutesTo gateway={gateway} />
          <RelevantDocs links={NETWORKING_LINKS} />
        </div>
      </ReadOnlySidePanel>
      {attaching === 'pool' && (
        <AttachPoolDialog
          gateway={gateway}
          attached={(pools.data ?? []).map(({ ipPoolId }) => ipPoolId)}
          onClose={close}
        />
      )}
      {attaching === 'address' && <AttachAddressDialog gateway={gateway} onClose={close} />}
    </>
  )
}
