import type { CallOutput, ItemOf } from '@granary/contract/call.ts'
import { vpcFirewallRulesView, vpcSubnetList, vpcView } from '@granary/contract/generated/client.ts'
import { appliesTo, targetsOf } from '@granary/domain/firewall-targets.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allQuery, apiQuery } from '../../../api/queries.ts'
import { stacksOf } from './stacks.ts'

export type Rule = CallOutput<'vpcFirewallRulesView'>['rules'][number]
type Named = Pick<CallOutput<'instanceView'>, 'name' | 'tags'>
type Nic = ItemOf<'instanceNetworkInterfaceList'>

/** Reads the name of a VPC and those of its rules that apply to an instance, in the order in which they decide. */
export function useRules(vpcId: string, { name: instance, tags }: Named, nics: readonly Nic[]) {
  const vpc = useQuery({ ...apiQuery(vpcView, { path: { vpc: vpcId } }), throwOnError: false })
  const rules = useQuery({
    ...apiQuery(vpcFirewallRulesView, { query: { vpc: vpcId } }),
    throwOnError: false,
  })
  const subnets = useQuery({ ...allQuery(vpcSubnetList, { query: { vpc: vpcId } }), throwOnError: false })
  const failed = vpc.error ?? rules.error ?? subnets.error
  const name = vpc.data?.name
  const rows = useMemo(() => {
    if (name === undefined || !rules.data || !subnets.data) return undefined
    const target = {
      instance,
      vpc: name,
      subnets: subnets.data
        .filter(({ id }) => nics.some((nic) => nic.subnetId === id))
        .map((one) => one.name),
      tags: tags ?? [],
      ips: nics.flatMap((nic) => stacksOf(nic).map(({ ip }) => ip)),
    }
    return rules.data.rules
      .filter((rule) => appliesTo(targetsOf(rule), target))
      .toSorted((a, b) => a.priority - b.priority)
  }, [instance, tags, name, nics, rules.data, subnets.data])
  const retry = () => void Promise.all([vpc.refetch(), rules.refetch(), subnets.refetch()])
  return { name, rows, failed, retry }
}
