import { type FirewallHost, normalizeIcmpCode } from '@granary/domain/firewall.ts'
import type { Rule, RuleBody } from './rules.ts'

export type Host = RuleBody['targets'][number]
export type Protocol = NonNullable<RuleBody['filters']['protocols']>[number]

/** The values of the form of a rule. The entry that is being typed has fields of its own beside each list. */
export type RuleValues = Pick<RuleBody, 'name' | 'description' | 'action' | 'direction'> & {
  enabled: boolean
  priority: number | null
  targets: Host[]
  targetType: FirewallHost['type']
  targetValue: string
  hosts: Host[]
  hostType: FirewallHost['type']
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

export const emptyRule: RuleValues = {
  name: '',
  description: '',
  enabled: true,
  action: 'allow',
  direction: 'inbound',
  priority: 0,
  targets: [],
  hosts: [],
  ports: [],
  protocols: [],
  ...NOTHING_TYPED,
}

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
  targets: rule.targets,
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

/**
 * Returns the rule of a form. Entries that were typed, but not added, count: a user who submits the form means them too.
 * A filter without entries matches everything.
 */
export function ruleOf(values: RuleValues): RuleBody {
  const { name, description, action, direction } = values
  const host = (list: Host[], type: Host['type'], value: string): Host[] =>
    value.trim() === '' ? list : withItem(list, { type, value: value.trim() })
  const port = values.port.trim()
  const protocol = typedProtocol(values)
  const filter = <Item>(items: Item[]): Item[] | null => (items.length === 0 ? null : items)
  return {
    name,
    description,
    action,
    direction,
    status: values.enabled ? 'enabled' : 'disabled',
    priority: values.priority ?? 0,
    targets: host(values.targets, values.targetType, values.targetValue),
    filters: {
      hosts: filter(host(values.hosts, values.hostType, values.hostValue)),
      ports: filter(port === '' ? values.ports : withItem(values.ports, port)),
      protocols: filter(protocol ? withItem(values.protocols, protocol) : values.protocols),
    },
  }
}
