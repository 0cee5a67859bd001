import { memo } from 'react'
import type { DrawnPath } from './drawn-path.ts'
import { type MapLayout, type MapNode, SUBNET_HEAD } from './layout.ts'

/** Returns a curve between the facing sides of two nodes; that of a subnet begins at its heading. */
function curve(one: MapNode, other: MapNode): string {
  const [left, right] = one.x <= other.x ? [one, other] : [other, one]
  const middle = ({ type, y, height }: MapNode) => y + (type === 'subnet' ? SUBNET_HEAD : height) / 2
  const [fromX, fromY] = [left.x + left.width, middle(left)]
  // Nodes of one column are joined on the left.
  if (right.x < fromX) {
    const bend = left.x - 40
    return `M ${left.x} ${fromY} C ${bend} ${fromY} ${bend} ${middle(right)} ${right.x} ${middle(right)}`
  }
  const half = (fromX + right.x) / 2
  return `M ${fromX} ${fromY} C ${half} ${fromY} ${half} ${middle(right)} ${right.x} ${middle(right)}`
}

/** The lines of a map, and the drawn path over them. */
export const Edges = memo(function Edges({ layout, path }: { layout: MapLayout; path: DrawnPath | null }) {
  const legs = path ? legsOf(layout, path) : []
  return (
    <svg
      aria-hidden
      width={layout.width}
      height={layout.height}
      className="pointer-events-none absolute inset-0 fill-none"
    >
      {layout.edges.map(({ key, from, to }) => (
        <path key={key} d={curve(from, to)} className={path ? 'stroke-border' : 'stroke-border-control'} />
      ))}
      {legs.map(({ key, from, to }) => (
        <path key={key} d={curve(from, to)} strokeWidth={2.5} className="stroke-accent" data-path="" />
      ))}
    </svg>
  )
})

/** Returns the legs of a path. A leg to an instance is drawn to its subnet, which the instance lies in. */
export function legsOf({ nodes }: Pick<MapLayout, 'nodes'>, { keys }: DrawnPath) {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const subnets = nodes.filter(({ type }) => type === 'subnet')
  const shown = keys.flatMap((key) => {
    const node = byKey.get(key)
    if (node?.type !== 'interface') return node ?? []
    return subnets.find(({ y, height }) => y <= node.y && node.y < y + height) ?? []
  })
  return shown.slice(1).flatMap((to, index) => {
    const from = shown[index]!
    return from === to ? [] : [{ key: `${index} ${from.key} ${to.key}`, from, to }]
  })
}
