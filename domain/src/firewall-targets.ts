import type { FirewallRuleDraft, FirewallTarget } from './firewall.ts'
import { fixedWidth, subnetContains } from './ip.ts'
import { type Tag, tagText } from './tags.ts'

/** The names and addresses by which rules of a VPC refer to an instance. */
export type RuleTarget = {
  instance: string
  vpc: string
  /** Names of the subnets of its interfaces. */
  subnets: readonly string[]
  /** Private addresses of its interfaces. */
  ips: readonly string[]
  tags: readonly Tag[]
}

/** Returns all targets of a rule in one list. */
export const targetsOf = ({
  targets,
  targetTags,
}: Pick<FirewallRuleDraft, 'targets' | 'targetTags'>): readonly FirewallTarget[] =>
  targetTags?.length
    ? [...targets, ...targetTags.map((tag) => ({ type: 'tag' as const, value: tagText(tag) }))]
    : targets

/** Whether a rule with these targets applies to an instance. Targets add up: one that matches is enough. */
export const appliesTo = (targets: readonly FirewallTarget[], target: RuleTarget): boolean =>
  targets.some((host) => matches(host, target))

function matches(
  { type, value }: FirewallTarget,
  { instance, vpc, subnets, ips, tags }: RuleTarget,
): boolean {
  switch (type) {
    case 'vpc':
      return value === vpc
    case 'subnet':
      return subnets.includes(value)
    case 'instance':
      return value === instance
    case 'tag':
      return tags.some((tag) => tagText(tag) === value)
    case 'ip':
      return ips.some((ip) => fixedWidth(ip) === fixedWidth(value))
    case 'ip_net':
      return ips.some((ip) => subnetContains(value, ip))
  }
}
