import type { ItemOf } from '@granary/contract/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useSource } from './use-source.ts'

type SourceTextProps = { disk: Pick<ItemOf<'diskList'>, 'imageId' | 'snapshotId'>; project: string }

/** Names the source of a disk without a link, for panels: a panel opens no other panel. */
export function SourceText({ disk, project }: SourceTextProps) {
  const source = useSource(disk, project)
  if (source.kind === 'none') return <Missing />
  if (source.kind === 'hidden') return <Badge color="neutral">Image not visible</Badge>
  if (source.kind === 'unknown') return <Skeleton className="h-3 w-20" />
  if (source.kind === 'failed') return <Unread error={source.error} />
  if (source.kind === 'gone') return <Badge color="neutral">{source.what} deleted</Badge>
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Badge color="neutral">{source.kind === 'image' ? 'Image' : 'Snapshot'}</Badge>
      <TruncatedText text={source.kind === 'image' ? source.image.name : source.snapshot.name} />
    </span>
  )
}
