import { Outlet } from '@tanstack/react-router'
import Server from 'lucide-react/icons/server'
import { DOCS, STORAGE_GUIDE } from '../../app/docs.ts'
import { RouteTabs } from '../../app/history/route-tabs.tsx'
import { pathTo } from '../../app/paths.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { DriverNotice } from './driver-notice.tsx'

const TABS = [
  { label: 'Sleds', path: pathTo('/system/inventory/sleds') },
  { label: 'Disks', path: pathTo('/system/inventory/disks') },
  { label: 'Switches', path: pathTo('/system/inventory/switches') },
  { label: 'Switch ports', path: pathTo('/system/inventory/switch-ports') },
  { label: 'Racks', path: pathTo('/system/inventory/racks') },
  { label: 'Not in use', path: pathTo('/system/inventory/not-in-use') },
]

/** The heading and the tabs above the lists of hardware. */
export const InventoryPage = () => (
  <>
    <PageHeader
      title="Inventory"
      icon={<Server />}
      actions={
        <DocsPopover
          topic="inventory"
          summary="The inventory lists the hardware that the driver reports: sleds, which run instances, their disks, and the switches of the rack."
          links={[
            { text: 'Server Sleds', href: DOCS.capacity },
            { ...STORAGE_GUIDE, text: 'Storage' },
          ]}
        />
      }
    />
    <DriverNotice />
    <RouteTabs label="Inventory" tabs={TABS}>
      <Outlet />
    </RouteTabs>
  </>
)
