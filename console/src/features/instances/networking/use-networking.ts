import {
  floatingIpList,
  instanceExternalIpList,
  instanceNetworkInterfaceList,
  ipPoolList,
} from '@granary/contract/generated/client.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { allQuery, apiQuery } from '../../../api/queries.ts'
import { useInstancePath } from '../use-instance.ts'

/** The addresses and interfaces of the instance of the page; loaded before the tab. */
export function useNetworking() {
  const { project, instance } = useInstancePath()
  const ips = useSuspenseQuery(apiQuery(instanceExternalIpList, { path: { instance }, query: { project } }))
  const nics = useSuspenseQuery(apiQuery(instanceNetworkInterfaceList, { query: { instance, project } }))
  return { ips: ips.data.items, nics: nics.data.items }
}

/** What addresses can come from. A failure belongs to the place that offers them. */
export function useSources() {
  const { project } = useInstancePath()
  return {
    pools: useQuery({ ...allQuery(ipPoolList, {}), throwOnError: false }),
    floating: useQuery({ ...allQuery(floatingIpList, { query: { project } }), throwOnError: false }),
  }
}
