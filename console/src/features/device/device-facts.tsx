import type { CallOutput } from '@granary/contract/call.ts'
import { formatDateTime } from '@granary/domain/time.ts'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'

/** Where a code was requested, and how long the token would be valid, to compare before confirming. */
export const DeviceFacts = ({ device }: { device: CallOutput<'deviceAuthInspect'> }) => (
  <PropertiesTable className="mt-5 text-left">
    <Property label="Requested by">{device.clientName ?? 'An unknown program'}</Property>
    <Property label="From address">{device.clientAddress}</Property>
    <Property label="Requested">
      <TimeAgo date={device.timeCreated} />
    </Property>
    <Property label="Valid until">
      {device.tokenExpires ? formatDateTime(device.tokenExpires) : 'You delete the token'}
    </Property>
  </PropertiesTable>
)
