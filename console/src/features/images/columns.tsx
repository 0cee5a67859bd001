import type { ItemOf } from '@granary/contract/call.ts'
import type { ReactNode } from 'react'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { linkTo } from '../../app/paths.ts'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { described } from '../../ui/table/description.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { SnapshotStateBadge } from '../../ui/state-badge.tsx'
import { columnsOf } from '../../ui/table/columns.ts'

export type Image = ItemOf<'imageList'>

const column = columnsOf<Image>()
const words = ({ getValue }: { getValue: () => string }) =>
  getValue() ? <TruncatedText text={getValue()} maxWidth="14rem" /> : <Missing />

/** Returns the columns of a list of images. @param imageAt returns the address of an image's panel. */
export const imageColumns = (imageAt: (image: string) => string, actions: (image: Image) => ReactNode) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: image } }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 py-1">
        <NameLink {...linkTo(imageAt(image.name))}>{image.name}</NameLink>
        {image.state && image.state !== 'ready' && (
          <SnapshotStateBadge state={image.state} since={image.timeCreated} />
        )}
      </span>
    ),
  }),
  column.accessor('description', described),
  column.accessor('os', { header: 'OS', cell: words }),
  column.accessor('version', { header: 'version', cell: words }),
  column.accessor('size', {
    header: 'size',
    meta: { align: 'end', sort: 'size' },
    cell: ({ getValue }) => <ByteSize bytes={getValue()} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions(actions),
]
