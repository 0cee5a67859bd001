import type { FirewallHost } from './firewall.ts'
import { fixedWidth, subnetContains } from './ip.ts'

/** The names and addresses by which rules of a VPC refer to an instance. */
export type RuleTarget = {
  instance: string
  vpc: string
  /** Names of the subnets of its interfaces. */
  subnets: readonly string[]
  /** Private addresses of its interfaces. */
  ips: readonly string[]
}

/** Whether a rule with these targets applies to an instance. Targets add up: one that matches is enough. */
export const appliesTo = (targets: readonly FirewallHost[], target: RuleTarget): boolean =>
  targets.some((host) => matches(host, target))

function matches({ type, value }: FirewallHost, { instance, vpc, subnets, ips }: RuleTarget): boolean {
  switch (type) {
    case 'vpc':
      return value === vpc
    case 'subnet':
      return subnets.includes(value)
    case 'instance':
      return value === instance
    case 'ip':
      return ips.some((ip) => fixedWidth(ip) === fixedWidth(value))
    case 'ip_net':
      return ips.some((ip) => subnetContains(value, ip))
  }
}
