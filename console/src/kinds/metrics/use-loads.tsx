import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { Loads } from './load.ts'

/** A line of load needs no newer values. */
const STALE_MS = 60_000

const Context = createContext<Loads | null>(null)

type WithLoadsProps = {
  project: string
  /** The rows of a page; undefined while they load. */
  rows: readonly { id: string; runState: string }[] | undefined
  children: ReactNode
}

/**
 * Reads the loads of the running instances of a page with one query, whose code loads after the page was painted. A page
 * without running instances reads nothing, and a failure leaves the lines out.
 */
export function WithLoads({ project, rows, children }: WithLoadsProps) {
  const ids = (rows ?? []).filter(({ runState }) => runState === 'running').map(({ id }) => id)
  const isPainted = useAfterPaint(rows !== undefined)
  const { data } = useQuery<Loads>({
    queryKey: ['loads', project, ids],
    queryFn: async ({ client }) => (await import('./load.ts')).fetchLoads(client, project, ids),
    enabled: isPainted && ids.length > 0,
    staleTime: STALE_MS,
    throwOnError: false,
  })
  return <Context value={data ?? {}}>{children}</Context>
}

/** Whether the browser is idle after something was painted. */
function useAfterPaint(isShown: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!isShown || isPainted) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted(true))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isShown, isPainted])
  return isPainted
}

const Line = lazyPart(() => import('./load-line.tsx'))

/**
 * The load of an instance over the last hour as a small line. Its place stays empty until there is data; outside of
 * {@link WithLoads} it has none.
 */
export function LoadLine({ id, ncpus }: { id: string; ncpus: number }) {
  const loads = use(Context)
  if (!loads) return null
  const values = loads[id]
  return (
    <span className="me-2 inline-block h-4 w-12 align-middle max-md:hidden">
      {values && (
        <Suspense fallback={null}>
          <Line values={values} ncpus={ncpus} />
        </Suspense>
      )}
    </span>
  )
}
