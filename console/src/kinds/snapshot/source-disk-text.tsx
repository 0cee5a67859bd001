import { ApiError } from '../../api/errors.ts'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Badge } from '../../ui/badge.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { type SourceDiskProps, useSourceDisk } from './use-source-disk.ts'

/** Shown while the disk has no known name. */
export const Nameless = ({ error }: { error: Error | null }) => {
  if (!error) return <Skeleton className="h-3 w-20" />
  return error instanceof ApiError && error.statusCode === 404 ? (
    <Badge color="neutral">Deleted</Badge>
  ) : (
    <Unread error={error} />
  )
}

/** Names the disk of a snapshot without a link, for panels: a panel opens no other panel. */
export function SourceDiskText(props: SourceDiskProps) {
  const { disk, error } = useSourceDisk(props)
  return disk ? <TruncatedText text={disk.name} /> : <Nameless error={error} />
}
