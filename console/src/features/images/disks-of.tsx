import { diskList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allQuery } from '../../api/queries.ts'
import { Missing } from '../../ui/format/missing.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

/** So many are named; of more, only how many others there are. */
const NAMED = 5

/** The disks of a project that were made from one of its images, as the way to each. */
export function DisksOf({ image, project }: { image: string; project: string }) {
  const { data, error } = useQuery({ ...allQuery(diskList, { query: { project } }), throwOnError: false })
  if (!data) return error ? <Missing /> : <Skeleton className="h-3 w-20" />
  const disks = data.filter(({ imageId }) => imageId === image)
  if (disks.length === 0) return <Missing />
  return (
    <span className="flex min-w-0 flex-col gap-1">
      {disks.slice(0, NAMED).map(({ id, name }) => (
        <Link
          key={id}
          to="/projects/$project/disks/$disk"
          params={{ project, disk: name }}
          className="max-w-full text-accent hover:underline"
        >
          <TruncatedText text={name} />
        </Link>
      ))}
      {disks.length > NAMED && <span className="text-text-muted">and {disks.length - NAMED} more</span>}
    </span>
  )
}
