import { indexOf } from '@granary/domain/reachability/places.ts'
import { type RuleEffect, ruleEffects } from '@granary/domain/reachability/rule-effects.ts'
import { useMemo } from 'react'
import { useMembers } from '../network/use-interfaces.ts'
import { useVpc, useVpcPath } from '../use-vpc.ts'
import type { Rule } from './rules.ts'

/** Returns what each rule does today, by its ID; nothing until the instances of the VPC have loaded. */
export function useEffects(rules: readonly Rule[] | undefined): ReadonlyMap<string, RuleEffect> {
  const { id, name } = useVpc()
  const { project } = useVpcPath()
  const { members } = useMembers(project, id)
  return useMemo(() => {
    if (!members || !rules) return new Map<string, RuleEffect>()
    const nothing = { routers: [], routes: [], gateways: [], externalIps: [], externalSubnets: [] }
    return ruleEffects(indexOf({ vpc: { id, name }, ...members, ...nothing, rules }))
  }, [id, name, members, rules])
}
