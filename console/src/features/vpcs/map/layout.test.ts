import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutOf, type MapNode, neighbourOf } from './layout.ts'

const vpc = (chips: readonly number[], customs = 1) => ({
  subnets: chips.map((_, index) => ({
    id: `s${index}`,
    name: `s${index}`,
    ipv4Block: '10.0.0.0/24',
    ipv6Block: 'fd00::/64',
    customRouterId: index === 0 && customs > 0 ? 'c0' : null,
  })),
  routers: [
    { id: 'system', name: 'system', kind: 'system' as const },
    ...Array.from({ length: customs }, (_, index) => ({
      id: `c${index}`,
      name: `c${index}`,
      kind: 'custom' as const,
    })),
  ],
  routes: [{ vpcRouterId: 'system', target: { type: 'internet_gateway' as const, value: 'default' } }],
  gateways: [
    { id: 'g', name: 'default', poolIds: ['pool'], addresses: [] },
    { id: 'empty', name: 'empty', poolIds: [], addresses: [] },
  ],
  interfaces: chips.flatMap((count, subnet) =>
    Array.from({ length: count }, (_, index) => ({ id: `i${subnet}-${index}`, subnetId: `s${subnet}` })),
  ),
})

const overlaps = (a: MapNode, b: MapNode): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const isInside = (inner: MapNode, outer: MapNode): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

test('joins what traffic can pass between', () => {
  expect(layoutOf(vpc([1, 0])).edges.map(({ key }) => key)).toEqual([
    'internet: gateway:g',
    'gateway:g router:system',
    'router:system subnet:s0',
    'router:c0 subnet:s0',
    'router:system subnet:s1',
  ])
})

test('no node lies over another, chips lie in their subnet, and all lie in the map', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 6 }), fc.nat(4), (chips, customs) => {
      const parts = vpc(chips, customs)
      const { nodes, width, height } = layoutOf(parts)
      const subnetOf = new Map(parts.interfaces.map(({ id, subnetId }) => [id, subnetId]))
      for (const [index, node] of nodes.entries()) {
        expect(node.x + node.width).toBeLessThanOrEqual(width)
        expect(node.y + node.height).toBeLessThanOrEqual(height)
        for (const other of nodes.slice(index + 1)) {
          const isParent = node.type === 'subnet' && subnetOf.get(other.id) === node.id
          expect(isParent ? isInside(other, node) : !overlaps(node, other)).toBe(true)
        }
      }
    }),
    { numRuns: 30, seed: 1 },
  )
})

test('arrow keys reach every node', () => {
  const { nodes } = layoutOf(vpc([7, 3, 0], 2))
  const reached = new Set([nodes[0]!])
  for (const node of reached)
    for (const arrow of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
      const next = neighbourOf(nodes, node, arrow)
      if (next) reached.add(next)
    }
  expect(reached.size).toBe(nodes.length)
})
