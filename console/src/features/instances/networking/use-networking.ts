import { floatingIpList, ipPoolList } from '@granary/contract/generated/client.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { allQuery } from '../../../api/queries.ts'
import { externalIpsOf, interfacesOf } from '../parts.ts'
import { useInstancePath } from '../use-instance.ts'

/** Returns the addresses and interfaces of the page's instance. The route has loaded them. */
export function useNetworking() {
  const path = useInstancePath()
  const ips = useSuspenseQuery(externalIpsOf(path))
  const nics = useSuspenseQuery(interfacesOf(path))
  return { ips: ips.data.items, nics: nics.data.items }
}

/** Returns the pools and floating addresses to attach. The caller shows a failure. */
export function useSources() {
  const { project } = useInstancePath()
  return {
    pools: useQuery({ ...allQuery(ipPoolList, {}), throwOnError: false }),
    floating: useQuery({ ...allQuery(floatingIpList, { query: { project } }), throwOnError: false }),
  }
}
