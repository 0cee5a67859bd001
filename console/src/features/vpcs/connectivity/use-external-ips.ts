import type { ItemOf } from '@granary/contract/call.ts'
import { floatingIpList, instanceExternalIpList } from '@granary/contract/generated/client.ts'
import type { ExternalIpIn, RouteIn } from '@granary/domain/reachability/network.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { allQuery, apiQuery } from '../../../api/queries.ts'
import type { Members } from '../network/use-interfaces.ts'
import type { QuestionBody } from './question.ts'

type FloatingIp = Pick<ItemOf<'floatingIpList'>, 'ip' | 'instanceId'>

/**
 * Returns the instances whose external addresses decide a question: those of its ends, and those that routes forward
 * packets to.
 */
export function instancesIn(
  { from, to }: QuestionBody,
  { interfaces, instances }: Pick<Members, 'interfaces' | 'instances'>,
  routes: readonly Pick<RouteIn, 'target'>[],
  floatingIps: readonly FloatingIp[],
): string[] {
  const words = new Set([from, to, ...from.split('/'), ...to.split('/')])
  for (const { target } of routes) if ('value' in target) words.add(target.value)
  return [
    ...new Set([
      ...instances.filter(({ id, name }) => words.has(id) || words.has(name)).map(({ id }) => id),
      ...interfaces
        .filter(({ id, ips }) => words.has(id) || ips.some((ip) => words.has(ip)))
        .map(({ instance }) => instance.id),
      ...floatingIps.filter(({ ip }) => words.has(ip)).flatMap(({ instanceId }) => instanceId ?? []),
    ]),
  ]
}

/** Reads these addresses by operations of the published API; undefined until they have loaded. */
export function useExternalIps(
  project: string,
  body: QuestionBody,
  members: Members | undefined,
  routes: readonly RouteIn[] | undefined,
): { externalIps?: ExternalIpIn[]; error: Error | null } {
  const floating = useQuery({ ...allQuery(floatingIpList, { query: { project } }), throwOnError: false })
  const isLoaded = members && routes && floating.data
  const ids = isLoaded ? instancesIn(body, members, routes, floating.data) : []
  // The combined result keeps its identity while the addresses are the same.
  const { items, error } = useQueries({
    queries: ids.map((instance) => ({
      ...apiQuery(instanceExternalIpList, { path: { instance } }),
      throwOnError: false,
    })),
    combine: (lists) => ({
      items: lists.every(({ data }) => data)
        ? lists.flatMap(({ data }, index) => data!.items.map((one) => externalIpOf(one, ids[index]!)))
        : undefined,
      error: lists.find((list) => list.error)?.error ?? null,
    }),
  })
  return { externalIps: isLoaded ? items : undefined, error: floating.error ?? error }
}

const externalIpOf = (
  { kind, ip, ipPoolId }: ItemOf<'instanceExternalIpList'>,
  instanceId: string,
): ExternalIpIn => ({
  kind,
  ip,
  ipPoolId,
  instanceId,
})
