import { supportBundleIndex } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { takeAnswer, unreachable, urlOf } from '../../api/request.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import type { Bundle } from './bundle.tsx'
import { FileLink } from './file-link.tsx'

/** The files of an active bundle by the index of the published API, which has no sizes. */
export function NamedFiles({ bundle }: { bundle: Bundle }) {
  const { data, error, refetch } = useQuery({
    queryKey: [supportBundleIndex.id, { path: { bundleId: bundle.id } }],
    queryFn: ({ signal }) => readIndex(bundle.id, signal),
    throwOnError: false,
  })
  return (
    <section aria-label="Files" className="mt-5 text-sm">
      <h4 className="mb-1 text-text-muted">Files</h4>
      {data ? (
        <ul className="divided">
          {data.map((name) => (
            <li key={name} className="flex py-1.5">
              <FileLink bundle={bundle} name={name} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <Failed what="Files" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-9 w-full" />
      )}
    </section>
  )
}

/** Reads the index, which is text: a name in each line. @throws ApiError */
async function readIndex(bundleId: string, signal: AbortSignal): Promise<string[]> {
  const url = urlOf(supportBundleIndex, { path: { bundleId } })
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : unreachable()
  })
  const text = await response.text()
  if (!response.ok) await takeAnswer(supportBundleIndex, url, response, text)
  return text.split('\n').filter(Boolean)
}
