import { indexOf } from '@granary/domain/reachability/places.ts'
import { type RuleEffect, ruleEffects } from '@granary/domain/reachability/rule-effects.ts'
import { createContext, useDeferredValue, useMemo } from 'react'
import { isFinal } from '../../../api/errors.ts'
import { useMembers } from '../network/use-interfaces.ts'
import { useVpc, useVpcPath } from '../use-vpc.ts'
import type { Rule } from './rules.ts'

/** What each rule does today, by its ID. A change renders the hints again, but not the rows around them. */
export const Effects = createContext<ReadonlyMap<string, RuleEffect>>(new Map())

/**
 * Returns what each rule does today, by its ID; nothing until the instances of the VPC have loaded, or why they failed
 * to. Works it out after the rules are shown.
 */
export function useEffects(rules: readonly Rule[] | undefined): {
  effects: ReadonlyMap<string, RuleEffect>
  error: Error | null
} {
  const { id, name } = useVpc()
  const { project } = useVpcPath()
  const { members: loaded, error } = useMembers(project, id)
  const members = useDeferredValue(loaded, undefined)
  const effects = useMemo(() => {
    if (!members || !rules) return new Map<string, RuleEffect>()
    const nothing = { routers: [], routes: [], gateways: [], externalIps: [], externalSubnets: [] }
    return ruleEffects(indexOf({ vpc: { id, name }, ...members, ...nothing, rules }))
  }, [id, name, members, rules])
  return { effects, error: loaded || isFinal(error) ? null : error }
}
