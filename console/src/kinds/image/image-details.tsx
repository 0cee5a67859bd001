import type { ItemOf } from '@granary/contract/call.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import Disc from 'lucide-react/icons/disc-3'
import { FaultNotice } from '../../app/kit/pages/fault-notice.tsx'
import { TagsProperty } from '../tags/tags.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/table/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { SnapshotStateBadge } from '../../ui/state-badge.tsx'
import { IMAGE_DOCS } from './docs.ts'
import { DisksOf } from './disks-of.tsx'

type ImageDetailsProps = {
  image: ItemOf<'imageList'>
  /** Whether to list the disks created from the image; not if the panel is opened from one of them. */
  withDisks?: boolean
  animate?: boolean
  onClose: () => void
}

/** The details panel of an image. */
export default function ImageDetails({ image, withDisks, animate = true, onClose }: ImageDetailsProps) {
  return (
    <ReadOnlySidePanel
      title="Image details"
      subtitle={<PanelSubject icon={Disc} name={image.name} />}
      animate={animate}
      onClose={onClose}
    >
      {image.state && (
        <FaultNotice
          of={{ ...image, state: image.state }}
          next="Delete the image, and create it again from a snapshot that is ready."
        />
      )}
      <PropertiesTable>
        <Property label="ID">
          <Id id={image.id} />
        </Property>
        <Property label="Description">
          <Description text={image.description} />
        </Property>
        <TagsProperty kind="image" of={image} />
        <Property label="Visibility">{image.projectId ? 'Project' : 'Silo'}</Property>
        {image.state && (
          <Property label="State">
            <SnapshotStateBadge state={image.state} since={image.timeCreated} />
          </Property>
        )}
        <Property label="OS">{image.os || <Missing />}</Property>
        <Property label="Version">{image.version || <Missing />}</Property>
        <Property label="Size">
          <ByteSize bytes={image.size} />
        </Property>
        <Property label="Block size">{fullNumber(image.blockSize)} bytes</Property>
        {withDisks && (
          <Property label="Disks made from it">
            <DisksOf image={image} />
          </Property>
        )}
        <Property label="Created">
          <DateTime date={image.timeCreated} />
        </Property>
        <Property label="Last Modified">
          <DateTime date={image.timeModified} />
        </Property>
      </PropertiesTable>
      <RelevantDocs links={IMAGE_DOCS.links} />
    </ReadOnlySidePanel>
  )
}
