import type { ItemOf } from '@granary/contract/call.ts'
import Camera from 'lucide-react/icons/camera'
import { FaultNotice } from '../../app/kit/pages/fault-notice.tsx'
import { TagsProperty } from '../tags/tags.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/table/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { SnapshotStateBadge } from '../../ui/state-badge.tsx'
import { SNAPSHOT_DOCS } from './docs.ts'
import { SourceDiskText } from './source-disk-text.tsx'

type SnapshotDetailsProps = {
  snapshot: ItemOf<'snapshotList'>
  project: string
  animate?: boolean
  onClose: () => void
}

/** The details panel of a snapshot. */
export default function SnapshotDetails({
  snapshot,
  project,
  animate = true,
  onClose,
}: SnapshotDetailsProps) {
  return (
    <ReadOnlySidePanel
      title="Snapshot details"
      subtitle={<PanelSubject icon={Camera} name={snapshot.name} />}
      animate={animate}
      onClose={onClose}
    >
      <FaultNotice of={snapshot} next="Delete the snapshot, and take another one of the disk." />
      <PropertiesTable>
        <Property label="ID">
          <Id id={snapshot.id} />
        </Property>
        <Property label="Description">
          <Description text={snapshot.description} />
        </Property>
        <TagsProperty kind="snapshot" of={snapshot} />
        <Property label="State">
          <SnapshotStateBadge state={snapshot.state} since={snapshot.timeCreated} />
        </Property>
        <Property label="Size">
          <ByteSize bytes={snapshot.size} />
        </Property>
        <Property label="Source disk">
          <SourceDiskText id={snapshot.diskId} project={project} />
        </Property>
        <Property label="Created">
          <DateTime date={snapshot.timeCreated} />
        </Property>
        <Property label="Last Modified">
          <DateTime date={snapshot.timeModified} />
        </Property>
      </PropertiesTable>
      <RelevantDocs links={SNAPSHOT_DOCS.links} />
    </ReadOnlySidePanel>
  )
}
