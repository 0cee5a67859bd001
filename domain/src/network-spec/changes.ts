import type {
  ExternalSpec,
  FirewallSpec,
  InterfaceSpec,
  NetworkSpec,
  RoutedSpec,
  RuleSpec,
  SubnetSpec,
} from './spec.ts'

/** The entries of a list that are new or different, and the keys of those that are gone. */
export interface ListChanges<Item> {
  set: Item[]
  removed: string[]
}

/** What differs between two specs of a network. */
export interface NetworkChanges {
  subnets: ListChanges<SubnetSpec>
  interfaces: ListChanges<InterfaceSpec>
  /** Keys are positions. An interface whose firewall only changed its content is not in `interfaces`. */
  firewalls: ListChanges<FirewallSpec & { position: number }>
  rules: ListChanges<RuleSpec>
  external: ListChanges<ExternalSpec>
  routed: ListChanges<RoutedSpec>
}

/** Returns the key of an external address: machines that share it have different ports. */
export const externalKey = ({ address, ports }: ExternalSpec): string => `${address} ${ports.first}`

/** Returns what differs, so that a driver need not replace a network as a whole. @param before null for a new network. */
export function networkChanges(before: NetworkSpec | null, after: NetworkSpec): NetworkChanges {
  const idOf = ({ id }: { id: string }) => id
  return {
    subnets: listChanges(before?.subnets, after.subnets, idOf),
    interfaces: listChanges(before?.interfaces, after.interfaces, idOf),
    firewalls: listChanges(numbered(before?.firewalls), numbered(after.firewalls), ({ position }) =>
      String(position),
    ),
    rules: listChanges(before?.rules, after.rules, idOf),
    external: listChanges(before?.external, after.external, externalKey),
    routed: listChanges(before?.routed, after.routed, ({ subnet }) => subnet),
  }
}

const numbered = (firewalls: readonly FirewallSpec[] = []) =>
  firewalls.map((firewall, position) => ({ ...firewall, position }))

function listChanges<Item>(
  before: readonly Item[] = [],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): ListChanges<Item> {
  const old = new Map(before.map((item) => [keyOf(item), JSON.stringify(item)]))
  const kept = new Set(after.map(keyOf))
  return {
    set: after.filter((item) => old.get(keyOf(item)) !== JSON.stringify(item)),
    removed: [...old.keys()].filter((key) => !kept.has(key)),
  }
}
