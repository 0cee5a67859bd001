import type { ItemOf } from '@granary/contract/call.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import HardDrive from 'lucide-react/icons/hard-drive'
import { FaultNotice } from '../../app/kit/pages/fault-notice.tsx'
import { TagsProperty } from '../tags/tags.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/table/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { DiskStateBadge } from '../../ui/state-badge.tsx'
import { AttachedTo } from './attached-to.tsx'
import { DISK_DOCS } from './docs.ts'
import { SourceText } from './source-text.tsx'
import { DiskTypeBadge } from './type-badge.tsx'

type DiskDetailsProps = {
  disk: ItemOf<'diskList'>
  project: string
  animate?: boolean
  onClose: () => void
}

/** The details panel of a disk. */
export default function DiskDetails({ disk, project, animate = true, onClose }: DiskDetailsProps) {
  return (
    <ReadOnlySidePanel
      title="Disk details"
      subtitle={<PanelSubject icon={HardDrive} name={disk.name} />}
      animate={animate}
      onClose={onClose}
    >
      <FaultNotice
        of={{ ...disk, state: disk.state.state }}
        next="Delete the disk, and create it again from a source that is ready."
      />
      <PropertiesTable>
        <Property label="ID">
          <Id id={disk.id} />
        </Property>
        <Property label="Description">
          <Description text={disk.description} />
        </Property>
        <TagsProperty kind="disk" of={disk} />
        <Property label="Size">
          <ByteSize bytes={disk.size} />
        </Property>
        <Property label="State">
          <DiskStateBadge state={disk.state.state} since={disk.timeCreated} />
        </Property>
        <Property label="Attached to">
          <AttachedTo state={disk.state} project={project} />
        </Property>
        <Property label="Disk type">
          <DiskTypeBadge type={disk.diskType} />
        </Property>
        <Property label="Source">
          <SourceText disk={disk} project={project} />
        </Property>
        <Property label="Read only">{disk.readOnly ? 'True' : 'False'}</Property>
        <Property label="Block size">{fullNumber(disk.blockSize)} bytes</Property>
        {disk.deletionProtected !== undefined && (
          <Property label="Deletion protection">{disk.deletionProtected ? 'On' : 'Off'}</Property>
        )}
        <Property label="Created">
          <DateTime date={disk.timeCreated} />
        </Property>
        <Property label="Last Modified">
          <DateTime date={disk.timeModified} />
        </Property>
      </PropertiesTable>
      <RelevantDocs links={DISK_DOCS.links} />
    </ReadOnlySidePanel>
  )
}
