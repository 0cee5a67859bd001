import { Outlet, useNavigate } from '@tanstack/react-router'
import Network from 'lucide-react/icons/network'
import { RouteTabs } from '../../app/history/route-tabs.tsx'
import { pathTo } from '../../app/paths.ts'
import { TagsProperty } from '../../kinds/tags/tags.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/table/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { BesideFacts } from '../../ui/page/beside-facts.tsx'
import { Property } from '../../ui/page/properties-table.tsx'
import { VPC_DOCS } from './docs.ts'
import { useFollowName, useVpc, useVpcPath } from './use-vpc.ts'
import { VpcGaps } from '../../kinds/network/network-gaps.tsx'
import { useVpcEntries } from './vpc-entries.tsx'

/** The page of a VPC: its properties and tabs. */
export function VpcPage() {
  const vpc = useVpc()
  useFollowName()
  const path = useVpcPath()
  const { project } = path
  const navigate = useNavigate()
  const entries = useVpcEntries(project, () =>
    navigate({ to: '/projects/$project/vpcs', params: { project } }),
  )
  return (
    <>
      <PageHeader
        title={vpc.name}
        icon={<Network />}
        actions={
          <>
            <DocsPopover {...VPC_DOCS} />
            <ActionsMenu label="VPC actions" id={vpc.id} entries={entries(vpc)} />
          </>
        }
      />
      <BesideFacts
        facts={
          <>
            <Property label="Description">
              <Description text={vpc.description} />
            </Property>
            <TagsProperty kind="vpc" of={vpc} />
            <Property label="DNS Name">{vpc.dnsName}</Property>
            <Property label="IPv6 Prefix">
              <Id id={vpc.ipv6Prefix} maxWidth="20rem" />
            </Property>
            <Property label="Created">
              <DateTime date={vpc.timeCreated} />
            </Property>
            <Property label="ID">
              <Id id={vpc.id} maxWidth="20rem" />
            </Property>
            <Property label="Last Modified">
              <DateTime date={vpc.timeModified} />
            </Property>
          </>
        }
      >
        <VpcGaps vpcId={vpc.id} />
        <RouteTabs
          label="VPC"
          tabs={[
            { label: 'Map', path: pathTo('/projects/$project/vpcs/$vpc/map', path) },
            {
              label: 'Firewall Rules',
              path: pathTo('/projects/$project/vpcs/$vpc/firewall-rules', path),
              // The form of the VPC itself lies over this tab.
              also: pathTo('/projects/$project/vpcs/$vpc/edit', path),
            },
            { label: 'VPC Subnets', path: pathTo('/projects/$project/vpcs/$vpc/subnets', path) },
            { label: 'Routers', path: pathTo('/projects/$project/vpcs/$vpc/routers', path) },
            {
              label: 'Internet Gateways',
              path: pathTo('/projects/$project/vpcs/$vpc/internet-gateways', path),
            },
            { label: 'Connectivity', path: pathTo('/projects/$project/vpcs/$vpc/connectivity', path) },
          ]}
          resource={{ id: vpc.id, history: pathTo('/projects/$project/vpcs/$vpc/history', path) }}
        >
          <Outlet />
        </RouteTabs>
      </BesideFacts>
    </>
  )
}
