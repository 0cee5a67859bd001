import { getRouteApi, Outlet } from '@tanstack/react-router'
import Waypoints from 'lucide-react/icons/waypoints'
import { TabsWithHistory } from '../../../app/history/tabs-with-history.tsx'
import { TagsProperty } from '../../../kinds/tags/tags.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { Description } from '../../../ui/table/description.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../../ui/page/docs-popover.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'
import { ROUTER_DOCS } from '../docs.ts'
import { Routes } from './routes-tab.tsx'
import { useVpcRouter } from './use-router.ts'

const route = getRouteApi('/authenticated/projects/$project/networks/vpcs/$vpc/routers/$router')

/** The page of a router: its properties, its routes and its history. */
export function RouterPage() {
  const router = useVpcRouter()
  const { tab } = route.useSearch()
  return (
    <>
      <PageHeader
        title={router.name}
        icon={<Waypoints />}
        actions={
          <>
            <DocsPopover {...ROUTER_DOCS} />
            <ActionsMenu label="Router actions" id={router.id} entries={[]} />
          </>
        }
      />
      <PropertiesTable columns={2} className="mb-6">
        <Property label="Description">
          <Description text={router.description} />
        </Property>
        <TagsProperty kind="vpc-router" of={router} />
        <Property label="Kind">
          <Badge color="neutral">{router.kind}</Badge>
        </Property>
        <Property label="Created">
          <DateTime date={router.timeCreated} />
        </Property>
        <Property label="Last Modified">
          <DateTime date={router.timeModified} />
        </Property>
      </PropertiesTable>
      <TabsWithHistory
        label="Router"
        id={router.id}
        tabs={[{ id: 'routes', label: 'Routes', content: <Routes /> }]}
        selected={tab}
      />
      <Outlet />
    </>
  )
}
