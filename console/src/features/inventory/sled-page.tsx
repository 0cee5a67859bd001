import { sledView } from '@granary/contract/generated/client.ts'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import Server from 'lucide-react/icons/server'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { RouteTabs } from '../../app/history/route-tabs.tsx'
import { pathTo } from '../../app/paths.ts'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { BesideFacts } from '../../ui/page/beside-facts.tsx'
import { Property } from '../../ui/page/properties-table.tsx'
import { HardwareStateBadge, HostStateBadge, PolicyKindBadge, ProvisionPolicyBadge } from './badges.tsx'
import { useProvisionPolicy } from './use-provision-policy.tsx'

const route = getRouteApi('/authenticated/system/inventory/sleds/$sledId')

/** The page of a sled: its properties, and its instances and disks in tabs. */
export function SledPage() {
  const { sledId } = route.useParams()
  const sled = useView(apiQuery(sledView, { path: { sledId } }))
  const changePolicy = useProvisionPolicy()
  return (
    <>
      <PageHeader
        title="Sled"
        icon={<Server />}
        actions={<ActionsMenu label="Sled actions" id={sled.id} entries={[changePolicy(sled)]} />}
      />
      <BesideFacts
        facts={
          <>
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
            {sled.hostState !== undefined && (
              <Property label="host">
                <HostStateBadge state={sled.hostState} />
              </Property>
            )}
            <Property label="revision">{sled.baseboard.revision}</Property>
            <Property label="usable hardware threads">{sled.usableHardwareThreads}</Property>
            {sled.usableVcpus !== undefined && <Property label="usable vCPUs">{sled.usableVcpus}</Property>}
            <Property label="rack ID">
              <Id id={sled.rackId} maxWidth="20rem" />
            </Property>
            <Property label="usable physical RAM">
              <ByteSize bytes={sled.usablePhysicalRam} />
            </Property>
            {sled.usableStorage != null && (
              <Property label="usable storage">
                <ByteSize bytes={sled.usableStorage} />
              </Property>
            )}
          </>
        }
      >
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
      </BesideFacts>
    </>
  )
}
