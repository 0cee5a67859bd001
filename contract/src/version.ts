import type { OperationId } from './contract.ts'

/** The version of the API that this contract describes: year, month, day and a number within that day. */
export const API_VERSION = '2026091500.0.0'
/** The oldest version whose clients are served, each in the shape of its own description. */
export const MIN_API_VERSION = '2026060800.0.0'

/** Whether the version that a client requests in the header `api-version` is served; none means the newest. */
export const isSupportedVersion = (version: string | null): boolean =>
  version === null || (isVersion(version) && version >= MIN_API_VERSION && version <= API_VERSION)

const isVersion = (version: string): boolean => /^\d{10}\.0\.0$/.test(version)

/** Whether a version is one of the future, which this server does not know yet. */
export const isNewerVersion = (version: string | null): boolean =>
  version !== null && isVersion(version) && version > API_VERSION

type Json = { [name: string]: unknown }

/** What clients of earlier versions send and get. Bodies and answers are in wire form. */
export type Difference = {
  /** The first version with the newer form. */
  readonly since: string
  /** The earlier form, as the documentation describes it. */
  readonly before: string
  readonly operations: readonly OperationId[]
  /** Whether the operations do not exist before. */
  readonly isNew?: true
  /** Parameters that a query of an earlier client means without naming them. */
  readonly query?: Readonly<Record<string, string>>
  /** Changes a body of an earlier client into the newer form. It may be anything, and is checked afterwards. */
  readonly upgrade?: (body: unknown) => unknown
  /** Changes an answer into its earlier form. */
  readonly downgrade?: (answer: Json) => Json
}

/** All differences between the versions, the newest first. */
export const DIFFERENCES: readonly Difference[] = [
  {
    since: '2026091500.0.0',
    before: 'The `payload` of an alert is called `alert`.',
    operations: ['alertList', 'alertView'],
    downgrade: (answer) => onEach(answer, ({ payload, ...alert }) => ({ ...alert, alert: payload })),
  },
  {
    since: '2026091500.0.0',
    before:
      'There is no `defaults`: a project is made with its default VPC, and a VPC with its default subnet.',
    operations: ['projectCreate', 'vpcCreate'],
    upgrade: (body) => (isObject(body) ? without(body, 'defaults') : body),
  },
  {
    since: '2026081901.0.0',
    before: 'A numbered BGP peer is `{ "type": "numbered", "ip": … }`, and the switch may use any address.',
    operations: ['networkingSwitchPortSettingsCreate', 'networkingSwitchPortSettingsView'],
    upgrade: (body) => atPeers(body, 'bgp_peers', ({ ip, ...addr }) => ({ ...addr, target_addr: ip })),
    downgrade: ({ bgp_peers, ...settings }) => ({
      ...settings,
      bgp_peers: (bgp_peers as Json[]).map((peer) =>
        atAddress(peer, ({ type, target_addr }) => ({ type, ip: target_addr })),
      ),
    }),
  },
  {
    since: '2026081700.0.0',
    before: 'Sleds have no `slot`.',
    operations: ['sledList', 'sledView'],
    downgrade: (answer) => onEach(answer, (sled) => without(sled, 'slot')),
  },
  {
    since: '2026073100.0.0',
    before: 'IP pools have no `assignment`, and the lists have only those of silos.',
    operations: ['systemIpPoolList', 'systemIpPoolCreate', 'systemIpPoolView', 'systemIpPoolUpdate'],
    query: { assignment: 'silos' },
    downgrade: (answer) => onEach(answer, (pool) => without(pool, 'assignment')),
  },
  {
    since: '2026073100.0.0',
    before: 'These operations do not exist.',
    operations: ['systemIpPoolAssign', 'networkingBgpConfigUpdate'],
    isNew: true,
  },
]

/** Paths of operations that only earlier versions have, with what serves them. */
export const EARLIER_PATHS = [
  {
    /** The first version without the path. */
    until: '2026073100.0.0',
    path: '/v1/system/ip-pools-service',
    /** The pool of the system's services takes the place of `{pool}`. */
    servedBy: '/v1/system/ip-pools/{pool}',
  },
] as const

const without = (value: Json, field: string): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== field))

/** Changes an answer, or each item of one that is a page. */
const onEach = (answer: Json, change: (item: Json) => Json): Json =>
  Array.isArray(answer.items) ? { ...answer, items: (answer.items as Json[]).map(change) } : change(answer)

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapped = (value: unknown, change: (item: Json) => Json): unknown =>
  Array.isArray(value) ? value.map((item) => (isObject(item) ? change(item) : item)) : value

/** Changes the address of a numbered peer. */
const atAddress = (peer: Json, change: (addr: Json) => Json): Json =>
  isObject(peer.addr) && peer.addr.type === 'numbered' ? { ...peer, addr: change(peer.addr) } : peer

/** Changes the addresses of numbered peers, which a body lists by link. */
const atPeers = (body: unknown, field: string, change: (addr: Json) => Json): unknown =>
  isObject(body)
    ? {
        ...body,
        [field]: mapped(body[field], (link) => ({
          ...link,
          peers: mapped(link.peers, (peer) => atAddress(peer, change)),
        })),
      }
    : body

/** How an operation of an earlier version differs from the newest. */
export type Earlier = {
  readonly exists: boolean
  readonly query: Readonly<Record<string, string>>
  readonly upgrade: (body: unknown) => unknown
  readonly downgrade: (answer: Json) => Json
}

/** Returns how an operation differs in the version that a client requests; null if it does not. */
export function earlierForm(id: OperationId, version: string | null): Earlier | null {
  if (version === null || version === API_VERSION) return null
  const its = DIFFERENCES.filter(({ since, operations }) => version < since && operations.includes(id))
  if (its.length === 0) return null
  return {
    exists: !its.some(({ isNew }) => isNew),
    query: Object.assign({}, ...its.map(({ query }) => query)) as Record<string, string>,
    // The oldest first, so that each begins with the form that the one before ends with.
    upgrade: (body) => its.toReversed().reduce((form, { upgrade }) => upgrade?.(form) ?? form, body),
    downgrade: (answer) => its.reduce((form, { downgrade }) => downgrade?.(form) ?? form, answer),
  }
}
