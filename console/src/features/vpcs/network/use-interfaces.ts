import type { ItemOf } from '@granary/contract/call.ts'
import {
  instanceList,
  vpcSubnetList,
  vpcSubnetListNetworkInterfaces,
} from '@granary/contract/generated/client.ts'
import type { InterfaceIn } from '@granary/domain/reachability/network.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allQuery } from '../../../api/queries.ts'

export type Subnet = ItemOf<'vpcSubnetList'>
export type Instance = ItemOf<'instanceList'>

/** The subnets of a VPC and the interfaces in them, by instance; undefined until they have loaded. */
export type Members = {
  subnets: Subnet[]
  interfaces: InterfaceIn[]
  instances: Instance[]
}

/** Reads the subnets of a VPC with their interfaces and instances. */
export function useMembers(project: string, vpcId: string): { members?: Members; error: Error | null } {
  const subnets = useQuery({ ...allQuery(vpcSubnetList, { query: { vpc: vpcId } }), throwOnError: false })
  const instances = useQuery({ ...allQuery(instanceList, { query: { project } }), throwOnError: false })
  const lists = useQueries({
    queries: (subnets.data ?? []).map(({ id }) => ({
      ...allQuery(vpcSubnetListNetworkInterfaces, { path: { subnet: id } }),
      throwOnError: false,
    })),
    combine: (all) => ({
      nics: all.every(({ data }) => data) ? all.flatMap(({ data }) => data!) : undefined,
      error: all.find(({ error }) => error)?.error ?? null,
    }),
  })
  const members = useMemo(() => {
    if (!subnets.data || !instances.data || !lists.nics) return undefined
    const byId = new Map(instances.data.map((instance) => [instance.id, instance]))
    const interfaces = lists.nics.flatMap((nic) => {
      const instance = byId.get(nic.instanceId)
      return instance ? [interfaceOf(nic, instance)] : []
    })
    const present = new Set(interfaces.map(({ instance }) => instance.id))
    return {
      subnets: subnets.data,
      interfaces: interfaces.toSorted((a, b) => a.instance.name.localeCompare(b.instance.name)),
      instances: instances.data.filter(({ id }) => present.has(id)),
    }
  }, [subnets.data, instances.data, lists.nics])
  return { members, error: subnets.error ?? instances.error ?? lists.error }
}

function interfaceOf(nic: ItemOf<'vpcSubnetListNetworkInterfaces'>, instance: Instance): InterfaceIn {
  const { ipStack } = nic
  const stacks = ipStack.type === 'dual_stack' ? [ipStack.value.v4, ipStack.value.v6] : [ipStack.value]
  return {
    id: nic.id,
    name: nic.name,
    instance: { id: instance.id, name: instance.name },
    tags: instance.tags,
    subnetId: nic.subnetId,
    primary: nic.primary,
    ips: stacks.map(({ ip }) => ip),
    transitIps: stacks.flatMap(({ transitIps }) => transitIps),
  }
}
