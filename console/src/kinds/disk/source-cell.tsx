import type { ItemOf } from '@granary/contract/call.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Badge } from '../../ui/badge.tsx'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useSource } from './use-source.ts'

const ImageDetails = lazyPart(() => import('../image/image-details.tsx'))
const SnapshotDetails = lazyPart(() => import('../snapshot/snapshot-details.tsx'))

type Disk = Pick<ItemOf<'diskList'>, 'imageId' | 'snapshotId'>
type SourceProps = { disk: Disk; project: string }

/** Links to the source of a disk. Shows a badge if the source is deleted. */
export function SourceCell({ disk, project }: SourceProps) {
  const [open, setOpen] = useState(false)
  const source = useSource(disk, project)
  if (source.kind === 'none') return <Missing />
  if (source.kind === 'hidden') return <Badge color="neutral">Image not visible</Badge>
  if (source.kind === 'unknown') return <Skeleton className="h-3 w-20" />
  if (source.kind === 'failed') return <Unread error={source.error} />
  if (source.kind === 'gone') return <Badge color="neutral">{source.what} deleted</Badge>
  const { name } = source.kind === 'image' ? source.image : source.snapshot
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="max-w-full text-accent hover:underline" onClick={() => setOpen(true)}>
        <TruncatedText text={name} maxWidth="14rem" />
      </button>
      {open && (
        <Suspense fallback={null}>
          {source.kind === 'image' ? (
            <ImageDetails image={source.image} onClose={close} />
          ) : (
            <SnapshotDetails snapshot={source.snapshot} project={project} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
