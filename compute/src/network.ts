export { externalKey, networkChanges } from '@granary/domain/network-spec/changes.ts'
export type { ListChanges, NetworkChanges } from '@granary/domain/network-spec/changes.ts'
export type {
  ExternalSpec,
  FirewallSpec,
  InterfaceSpec,
  NetworkSpec,
  ProtocolSpec,
  RoutedSpec,
  RouteSpec,
  RuleSpec,
  SubnetSpec,
} from '@granary/domain/network-spec/spec.ts'

/** A part of a network that the driver can't carry out. */
export interface Gap {
  /** An address, a network in CIDR notation, or a word such as `dhcp`. Unique among the gaps of a network. */
  subject: string
  /** What does not work and why, as a sentence for people. */
  reason: string
  /** `note`: it follows from how the driver was set up, and is so for every network. `warning`: an operator can mend it. */
  severity: 'note' | 'warning'
  /** Where programs of the host reach the address instead, by TCP ports of the host and of the guest. */
  forwarded?: { address: string; ports: readonly { host: number; guest: number }[] }
}
