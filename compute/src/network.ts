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
