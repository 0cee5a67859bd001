import { sledView } from '@granary/contract/generated/client.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import Server from 'lucide-react/icons/server'
import { apiQuery } from '../../api/queries.ts'
import { RouteTabs } from '../../app/kit/route-tabs.tsx'
import { pathTo } from '../../app/paths.ts'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { HardwareStateBadge, PolicyKindBadge, ProvisionPolicyBadge } from './badges.tsx'
import { useProvisionPolicy } from './use-provision-policy.tsx'

const route = getRouteApi('/authenticated/system/inventory/sleds/$sledId')

/** The page of a sled: its properties, and its instances and disks in tabs. */
export function SledPage() {
  const { sledId } = route.useParams()
  const { data: sled } = useSuspenseQuery(apiQuery(sledView, { path: { sledId } }))
  const changePolicy = useProvisionPolicy()
  return (
    <>
      <PageHeader
        title="Sled"
        icon={<Server />}
        actions={<ActionsMenu label="Sled actions" id={sled.id} entries={[changePolicy(sled)]} />}
      />
      <PropertiesTable columns={2}>
        <Property label="sled ID">
          <Id id={sled.id} maxWidth="20rem" />
        </Property>
        <Property label="policy kind">
          <PolicyKindBadge policy={sled.policy} />
        </Property>
        <Property label="part">{sled.baseboard.part}</Property>
        <Property label="provision policy">
          <ProvisionPolicyBadge policy={sled.policy} />
        </Property>
        <Property label="serial">{sled.baseboard.serial}</Property>
        <Property label="state">
          <HardwareStateBadge state={sled.state} />
        </Property>
        <Property label="revision">{sled.baseboard.revision}</Property>
        <Property label="usable hardware threads">{sled.usableHardwareThreads}</Property>
        <Property label="rack ID">
          <Id id={sled.rackId} maxWidth="20rem" />
        </Property>
        <Property label="usable physical RAM">
          <ByteSize bytes={sled.usablePhysicalRam} />
        </Property>
      </PropertiesTable>
      <RouteTabs
        label="Sled"
        tabs={[
          { label: 'Instances', path: pathTo('/system/inventory/sleds/$sledId/instances', { sledId }) },
          { label: 'Disks', path: pathTo('/system/inventory/sleds/$sledId/disks', { sledId }) },
        ]}
        resource={{ id: sled.id, history: pathTo('/system/inventory/sleds/$sledId/history', { sledId }) }}
      >
        <Outlet />
      </RouteTabs>
    </>
  )
}
