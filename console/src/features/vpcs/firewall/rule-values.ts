import { ignorable } from '@granary/contract/call.ts'
import { targetsOf } from '@granary/domain/firewall-targets.ts'
import { tagOf } from '@granary/domain/tags.ts'
import {
  type FirewallHost,
  type FirewallTarget,
  normalizeIcmpCode,
  portRangesIn,
} from '@granary/domain/firewall.ts'
import type { Rule, RuleBody } from './rules.ts'

export type Protocol = NonNullable<RuleBody['filters']['protocols']>[number]

/** The values of the form of a rule. The entry that is being typed has fields of its own beside each list. */
export type RuleValues = Pick<RuleBody, 'name' | 'description' | 'action' | 'direction'> & {
  enabled: boolean
  priority: number | null
  targets: FirewallTarget[]
  /** Whether the targets are those of a new form. The first target that the user adds replaces them. */
  targetsProposed: boolean
  targetType: FirewallTarget['type']
  targetValue: string
  /** Never has tags, which only targets can be. */
  hosts: FirewallTarget[]
  hostType: FirewallTarget['type']
  hostValue: string
  ports: string[]
  port: string
  protocols: Protocol[]
  protocol: Protocol['type'] | null
  icmpType: string
  icmpCode: string
}

/** What is being typed in an empty form. */
const NOTHING_TYPED = {
  targetType: 'vpc',
  targetValue: '',
  hostType: 'vpc',
  hostValue: '',
  port: '',
  protocol: null,
  icmpType: '',
  icmpCode: '',
} as const satisfies Partial<RuleValues>

/** Returns the values of a new rule, which applies to its whole VPC: a rule without targets never applies. */
export const newRule = (vpc: string): RuleValues => ({
  name: '',
  description: '',
  enabled: true,
  action: 'allow',
  direction: 'inbound',
  priority: 0,
  targets: [{ type: 'vpc', value: vpc }],
  targetsProposed: true,
  hosts: [],
  ports: [],
  protocols: [],
  ...NOTHING_TYPED,
})

/** Returns the form values of an existing rule, or of a draft. */
export const valuesOf = ({
  name,
  description,
  action,
  direction,
  status,
  priority,
  ...rule
}: Rule | RuleBody): RuleValues => ({
  ...NOTHING_TYPED,
  name,
  description,
  action,
  direction,
  enabled: status === 'enabled',
  priority,
  targets: [...targetsOf(rule)],
  targetsProposed: false,
  hosts: rule.filters.hosts ?? [],
  ports: rule.filters.ports ?? [],
  protocols: rule.filters.protocols ?? [],
})

/** Returns the protocol filter that is being typed, or null. */
export function typedProtocol({
  protocol,
  icmpType,
  icmpCode,
}: Pick<RuleValues, 'protocol' | 'icmpType' | 'icmpCode'>): Protocol | null {
  if (protocol === null) return null
  if (protocol === 'tcp' || protocol === 'udp') return { type: protocol }
  if (icmpType.trim() === '') return { type: protocol, value: null }
  const code = normalizeIcmpCode(icmpCode)
  return { type: protocol, value: { icmpType: Number(icmpType), code: code === '' ? null : code } }
}

/** Returns a list with one more item, unless it has an equal one. */
export const withItem = <Item>(items: readonly Item[], item: Item): Item[] =>
  items.some((other) => JSON.stringify(other) === JSON.stringify(item)) ? [...items] : [...items, item]

/** Returns the targets that stay when the user adds one. */
export const targetsToKeep = ({
  targets,
  targetsProposed,
}: Pick<RuleValues, 'targets' | 'targetsProposed'>): FirewallTarget[] => (targetsProposed ? [] : targets)

const hostsIn = (targets: readonly FirewallTarget[]): FirewallHost[] =>
  targets.flatMap(({ type, value }) => (type === 'tag' ? [] : [{ type, value }]))

/**
 * Returns the rule of a form. Entries that were typed, but not added, count: a user who submits the form means them too.
 * A filter without entries matches everything.
 */
export function ruleOf(values: RuleValues): RuleBody {
  const { name, description, action, direction } = values
  const host = (list: FirewallTarget[], type: FirewallTarget['type'], value: string): FirewallTarget[] =>
    value.trim() === '' ? list : withItem(list, { type, value: value.trim() })
  const typesTarget = values.targetValue.trim() !== ''
  const protocol = typedProtocol(values)
  const targets = host(
    typesTarget ? targetsToKeep(values) : values.targets,
    values.targetType,
    values.targetValue,
  )
  const filter = <Item>(items: Item[]): Item[] | null => (items.length === 0 ? null : items)
  return {
    name,
    description,
    action,
    direction,
    status: values.enabled ? 'enabled' : 'disabled',
    priority: values.priority ?? 0,
    targets: hostsIn(targets),
    targetTags: ignorable(targets.filter(({ type }) => type === 'tag').map(({ value }) => tagOf(value))),
    filters: {
      hosts: filter(hostsIn(host(values.hosts, values.hostType, values.hostValue))),
      ports: filter(portRangesIn(values.port).reduce(withItem<string>, values.ports)),
      protocols: filter(protocol ? withItem(values.protocols, protocol) : values.protocols),
    },
  }
}
