import { ignorable } from '@granary/contract/call.ts'
import { instanceList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { fetchLoads } from '../../kinds/metrics/load.ts'
import { MAX_INSTANCES } from '../../kinds/metrics/load-text.ts'
import LoadLine from '../../kinds/metrics/load-line.tsx'
import { Card } from '../../ui/page/card.tsx'

const SHOWN = 5
/** Lines of load need no newer values. */
const STALE_MS = 60_000

type Busy = { id: string; name: string; ncpus: number; values: readonly (number | null)[] }

const lastOf = (values: Busy['values']): number => values.findLast((value) => value !== null) ?? 0

/** Returns the instances with the highest share of their virtual CPUs in use. */
const busiest = (instances: readonly Busy[]): Busy[] =>
  instances
    .toSorted((one, other) => lastOf(other.values) / other.ncpus - lastOf(one.values) / one.ncpus)
    .slice(0, SHOWN)

/** The busiest running instances of a project, each with a line of its last hour. Shows nothing if there are none. */
export function Busiest({ project }: { project: string }) {
  const read = useQuery({
    queryKey: ['busiest', project],
    queryFn: async ({ client }) => {
      const query = { project, limit: MAX_INSTANCES, runState: ignorable(['running' as const]) }
      const { items } = await client.fetchQuery(apiQuery(instanceList, { query }))
      const running = items.filter(({ runState }) => runState === 'running')
      const ids = running.map(({ id }) => id)
      const loads = ids.length > 0 ? await fetchLoads(client, project, ids) : {}
      return busiest(
        running.flatMap(({ id, name, ncpus }) => {
          const values = loads[id] ?? []
          return values.length > 0 ? [{ id, name, ncpus, values }] : []
        }),
      )
    },
    staleTime: STALE_MS,
    throwOnError: false,
  })
  const { data } = read
  if (!data)
    return (
      <IfMissed what="Their CPU load" of={read}>
        {(line) => <Card title="Busiest instances">{line}</Card>}
      </IfMissed>
    )
  if (data.length === 0) return null
  return (
    <Card title="Busiest instances" description="CPU load of the last hour">
      <ul className="flex flex-col gap-2" aria-label="Busiest instances">
        {data.map(({ id, name, ncpus, values }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="min-w-0 grow">
              <NameLink
                to="/projects/$project/instances/$instance/metrics/cpu"
                params={{ project, instance: name }}
              >
                {name}
              </NameLink>
            </span>
            <LoadLine values={values} ncpus={ncpus} />
            <span className="w-12 text-right tabular-nums">
              {Math.round((lastOf(values) / ncpus) * 100)} <span className="text-text-muted">%</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
