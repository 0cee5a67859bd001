import { diskList, diskView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

const DiskDetails = lazy(() => import('../disks/disk-details.tsx'))

type SourceDiskProps = { id: string; project: string }

/** Names are looked up in a list of so many; what is not among them is asked for by its id. */
const limit = 200

function useDisk({ id, project }: SourceDiskProps) {
  const list = useQuery({ ...apiQuery(diskList, { query: { project, limit } }), throwOnError: false })
  const among = list.data?.items.find((one) => one.id === id)
  const single = useQuery({
    ...apiQuery(diskView, { path: { disk: id } }),
    enabled: !list.isPending && !among,
    throwOnError: false,
  })
  return { disk: among ?? single.data, error: single.error }
}

/** What is said while there is no disk to name. */
const Nameless = ({ error }: { error: Error | null }) => {
  if (!error) return <Skeleton className="h-3 w-20" />
  return error instanceof ApiError && error.statusCode === 404 ? (
    <Badge color="neutral">Deleted</Badge>
  ) : (
    <Missing />
  )
}

/** The disk that a snapshot was made of, as the way to its details; a badge when it is no more. */
export function SourceDiskCell(props: SourceDiskProps) {
  const [open, setOpen] = useState(false)
  const { disk, error } = useDisk(props)
  if (!disk) return <Nameless error={error} />
  return (
    <>
      <button type="button" className="max-w-full text-accent hover:underline" onClick={() => setOpen(true)}>
        <TruncatedText text={disk.name} maxWidth="14rem" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <DiskDetails disk={disk} project={props.project} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The same in words, for panels: no panel opens over another. */
export function SourceDiskText(props: SourceDiskProps) {
  const { disk, error } = useDisk(props)
  return disk ? <TruncatedText text={disk.name} /> : <Nameless error={error} />
}
