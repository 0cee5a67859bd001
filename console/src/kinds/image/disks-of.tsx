import type { ItemOf } from '@granary/contract/call.ts'
import { imageDisks } from '@granary/contract/generated/client.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'

/** Number of disks that are named. The others are counted. */
const NAMED = 5

/** Links to the disks that were created from an image. Disks of a silo image show their project. */
export function DisksOf({ image }: { image: Pick<ItemOf<'imageList'>, 'id' | 'projectId'> }) {
  const extensions = useExtensions()
  const { data, error } = useQuery(optionalQuery(extensions, imageDisks, { path: { image: image.id } }))
  if (!extensions) return <Missing />
  if (!data) return <Unread error={error} />
  if (data.total === 0) return <Missing />
  const shown = data.first.slice(0, NAMED)
  return (
    <span className="flex min-w-0 flex-col gap-1">
      {shown.map(({ id, name, projectId, projectName }) => (
        <span key={id} className="flex max-w-full min-w-0 flex-wrap gap-x-1.5">
          <Link
            to="/projects/$project/disks/$disk"
            params={{ project: projectName, disk: name }}
            className="max-w-full text-accent hover:underline"
          >
            <TruncatedText text={name} />
          </Link>
          {projectId !== image.projectId && (
            <TruncatedText text={`in ${projectName}`} className="text-text-muted" />
          )}
        </span>
      ))}
      {data.total > shown.length && (
        <span className="text-text-muted">and {fullNumber(data.total - shown.length)} more</span>
      )}
    </span>
  )
}
