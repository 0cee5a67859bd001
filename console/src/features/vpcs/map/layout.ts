import type {
  GatewayIn,
  InterfaceIn,
  RouteIn,
  RouterIn,
  SubnetIn,
} from '@granary/domain/reachability/network.ts'

export type Box = { x: number; y: number; width: number; height: number }
export type MapNode = Box & {
  /** Unique in the map: `subnet:ID`. */
  key: string
  type: 'internet' | 'gateway' | 'router' | 'subnet' | 'interface'
  id: string
}
export type MapEdge = { key: string; from: MapNode; to: MapNode }
export type MapLayout = { nodes: MapNode[]; edges: MapEdge[]; width: number; height: number }

type Parts = {
  subnets: readonly SubnetIn[]
  routers: readonly RouterIn[]
  routes: readonly Pick<RouteIn, 'vpcRouterId' | 'target'>[]
  gateways: readonly GatewayIn[]
  interfaces: readonly Pick<InterfaceIn, 'id' | 'subnetId'>[]
}

/** Sizes in pixels. */
const NODE = { width: 132, height: 46 }
const CHIP = { width: 132, height: 46 }
const GAP = { column: 48, row: 20, chip: 8 }
export const SUBNET_HEAD = 46
/** Most space above the first node of a column, so that a narrow window shows it. */
const MAX_TOP = 24
const PADDING = 12
const MARGIN = 8
/** Most chips in a row of a subnet. Up to 32 chips stay in a window of usual width; more would become a long column. */
const MAX_CHIPS = { few: 4, many: 8 }

export const INTERNET = 'internet:'

/**
 * Lays a VPC out in columns: the internet, its gateways, routers, and subnets with a chip for each interface. Takes
 * time linear in their number, and gives the same map for the same VPC.
 */
export function layoutOf(parts: Parts): MapLayout {
  const subnets = subnetColumn(parts, MARGIN + 3 * (NODE.width + GAP.column))
  const height = Math.max(
    subnets.height,
    ...[parts.gateways, parts.routers].map(({ length }) => length * (NODE.height + GAP.row) - GAP.row),
    NODE.height,
  )
  const column = (index: number, type: MapNode['type'], ids: readonly string[]): MapNode[] => {
    const used = ids.length * (NODE.height + GAP.row) - GAP.row
    return ids.map((id, at) => ({
      key: `${type}:${id}`,
      type,
      id,
      x: MARGIN + index * (NODE.width + GAP.column),
      y: MARGIN + Math.min((height - used) / 2, MAX_TOP) + at * (NODE.height + GAP.row),
      ...NODE,
    }))
  }
  const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id)
  const nodes = [
    ...column(0, 'internet', ['']),
    ...column(1, 'gateway', idsOf(parts.gateways)),
    ...column(2, 'router', idsOf(parts.routers)),
    ...subnets.nodes,
  ]
  return {
    nodes,
    edges: edgesOf(parts, new Map(nodes.map((node) => [node.key, node]))),
    width: MARGIN * 2 + 3 * (NODE.width + GAP.column) + subnets.width,
    height: height + MARGIN * 2,
  }
}

const chipsPerRow = (count: number): number =>
  Math.max(
    1,
    Math.min(MAX_CHIPS.few, Math.ceil(Math.sqrt(count))),
    Math.min(MAX_CHIPS.many, Math.ceil(Math.sqrt(count / 2))),
  )

function subnetColumn({ subnets, interfaces }: Parts, x: number) {
  const bySubnet = Map.groupBy(interfaces, ({ subnetId }) => subnetId)
  const nodes: MapNode[] = []
  let [y, widest] = [MARGIN, 0]
  for (const { id } of subnets) {
    const chips = bySubnet.get(id) ?? []
    const perRow = chipsPerRow(chips.length)
    const rows = Math.ceil(chips.length / perRow)
    const width = 2 * PADDING + Math.max(2, perRow) * (CHIP.width + GAP.chip) - GAP.chip
    const height = SUBNET_HEAD + (rows > 0 ? rows * (CHIP.height + GAP.chip) - GAP.chip + PADDING : 0)
    nodes.push({ key: `subnet:${id}`, type: 'subnet', id, x, y, width, height })
    for (const [index, chip] of chips.entries())
      nodes.push({
        key: `interface:${chip.id}`,
        type: 'interface',
        id: chip.id,
        x: x + PADDING + (index % perRow) * (CHIP.width + GAP.chip),
        y: y + SUBNET_HEAD + Math.floor(index / perRow) * (CHIP.height + GAP.chip),
        ...CHIP,
      })
    y += height + GAP.row
    widest = Math.max(widest, width)
  }
  return { nodes, width: widest, height: y - GAP.row - MARGIN }
}

/** Gateways with an address to leave from, routers with routes to gateways, and subnets with their routers. */
function edgesOf(
  { gateways, routers, routes, subnets }: Parts,
  nodes: ReadonlyMap<string, MapNode>,
): MapEdge[] {
  const edges = new Map<string, MapEdge>()
  const join = (from: string, to: string) => {
    const [a, b] = [nodes.get(from), nodes.get(to)]
    if (a && b) edges.set(`${from} ${to}`, { key: `${from} ${to}`, from: a, to: b })
  }
  for (const { id, poolIds, addresses } of gateways)
    if (poolIds.length + addresses.length > 0) join(INTERNET, `gateway:${id}`)
  const byName = new Map(gateways.map(({ id, name }) => [name, id]))
  for (const { vpcRouterId, target } of routes)
    if (target.type === 'internet_gateway' && byName.has(target.value))
      join(`gateway:${byName.get(target.value)}`, `router:${vpcRouterId}`)
  const system = routers.find(({ kind }) => kind === 'system')
  for (const { id, customRouterId } of subnets) {
    if (system) join(`router:${system.id}`, `subnet:${id}`)
    if (customRouterId) join(`router:${customRouterId}`, `subnet:${id}`)
  }
  return [...edges.values()]
}

type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** Returns the nearest node in the direction of an arrow key, or null. Nodes beside the direction are farther. */
export function neighbourOf(nodes: readonly MapNode[], from: MapNode, arrow: Arrow): MapNode | null {
  const sign = arrow === 'ArrowLeft' || arrow === 'ArrowUp' ? -1 : 1
  const isAcross = arrow === 'ArrowLeft' || arrow === 'ArrowRight'
  const [x, y] = anchorOf(from)
  let best: { node: MapNode; distance: number } | null = null
  for (const node of nodes) {
    const [nodeX, nodeY] = anchorOf(node)
    const along = sign * (isAcross ? nodeX - x : nodeY - y)
    const beside = Math.abs(isAcross ? nodeY - y : nodeX - x)
    const distance = along + 2 * beside
    if (along > 0 && (!best || distance < best.distance)) best = { node, distance }
  }
  return best?.node ?? null
}

/** The heading of a node, which is what the eye goes by: subnets are large. */
const anchorOf = ({ x, y }: MapNode): [number, number] => [x, y]
