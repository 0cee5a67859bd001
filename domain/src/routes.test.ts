import { describe, expect, test } from 'vitest'
import {
  type RouteDestination,
  type RouteTarget,
  routeCreateProblem,
  routeDeleteProblem,
  routeProblem,
  routeUpdateProblem,
} from './routes.ts'

const net = (value: string): RouteDestination => ({ type: 'ip_net', value })
const via = (value: string): RouteTarget => ({ type: 'ip', value })
const drop: RouteTarget = { type: 'drop' }

describe('custom route', () => {
  test.each<[RouteDestination, RouteTarget]>([
    [net('0.0.0.0/0'), via('10.0.0.5')],
    [net('::/0'), via('fd00::5')],
    [{ type: 'ip', value: '1.2.3.4' }, drop],
    [
      { type: 'subnet', value: 'web' },
      { type: 'instance', value: 'router' },
    ],
    [{ type: 'subnet', value: 'web' }, via('10.0.0.5')],
    [net('::/0'), { type: 'internet_gateway', value: 'default' }],
  ])('accepts %j via %j', (destination, target) => expect(routeProblem({ destination, target })).toBeNull())

  test('names the field that is wrong', () => {
    const path = (destination: RouteDestination, target: RouteTarget) =>
      routeProblem({ destination, target })?.path
    expect(path({ type: 'vpc', value: 'default' }, drop)).toBe('destination.type')
    expect(path(net('::/0'), { type: 'subnet', value: 'web' })).toBe('target.type')
    expect(path(net('10.0.0.0'), drop)).toBe('destination.value')
    expect(path(net('0.0.0.0/0'), via('fd00::5'))).toBe('target.value')
  })

  test.each<[RouteDestination, RouteTarget, string]>([
    [{ type: 'vpc', value: 'default' }, drop, 'VPC'],
    [net('::/0'), { type: 'vpc', value: 'default' }, 'a vpc cannot be the target'],
    [net('::/0'), { type: 'subnet', value: 'web' }, 'a subnet cannot be the target'],
    [net('0.0.0.0/0'), via('fd00::5'), 'the same IP version'],
    [{ type: 'ip', value: 'fd00::1' }, via('10.0.0.5'), 'the same IP version'],
    [net('10.0.0.0'), drop, 'separated by a /'],
    [{ type: 'ip', value: '' }, drop, 'Not a valid IP address'],
    [net('::/0'), via('x'), 'Not a valid IP address'],
    [{ type: 'subnet', value: '' }, drop, 'Destination value is required'],
    [net('::/0'), { type: 'instance', value: '' }, 'Target value is required'],
  ])('refuses %j via %j', (destination, target, message) =>
    expect(routeProblem({ destination, target })?.message).toContain(message),
  )
})

test('a system router accepts no custom routes', () => {
  expect(routeCreateProblem('custom')).toBeNull()
  expect(routeCreateProblem('system')).toBe('user-provided routes cannot be added to a system router')
})

describe('changing a route', () => {
  const destination = net('0.0.0.0/0')
  const wanted = { destination, target: drop }

  test('allows every field of a custom route', () => {
    const other = { destination: net('10.0.0.0/8'), target: via('10.0.0.5'), name: 'b', description: '' }
    expect(routeUpdateProblem({ kind: 'custom', destination }, other)).toBeNull()
    expect(
      routeUpdateProblem({ kind: 'custom', destination }, { ...other, target: via('::1') }),
    ).not.toBeNull()
  })

  test('allows only the target of a default route', () => {
    const route = { kind: 'default', destination } as const
    const message = 'only the target of a default route can be changed'
    expect(routeUpdateProblem(route, wanted)).toBeNull()
    expect(routeUpdateProblem(route, { ...wanted, name: null })).toBeNull()
    const refused = (path: string) => ({ path, code: 'not_allowed', message })
    expect(routeUpdateProblem(route, { ...wanted, name: 'default-v4' })).toEqual(refused('name'))
    expect(routeUpdateProblem(route, { ...wanted, description: '' })).toEqual(refused('description'))
    expect(routeUpdateProblem(route, { ...wanted, destination: net('10.0.0.0/8') })).toEqual(
      refused('destination'),
    )
  })

  test.each(['vpc_subnet', 'vpc_peering'] as const)('allows no field of a %s route', (kind) =>
    expect(routeUpdateProblem({ kind, destination }, wanted)?.message).toBe(
      `routes of kind ${kind} cannot be changed`,
    ),
  )
})

test('allows deleting custom routes only', () => {
  expect(routeDeleteProblem('custom')).toBeNull()
  for (const kind of ['default', 'vpc_subnet', 'vpc_peering'] as const)
    expect(routeDeleteProblem(kind)).toBe('DELETE not allowed on system routes')
})
