import { stableHash } from '@granary/compute/stable.ts'
import { macAddress, MAC_COUNT, reservedAddressProblem, subnetContains } from '@granary/domain/ip.ts'
import type { InstanceRow, VpcRow, VpcSubnetRow } from '../database/schema.ts'
import { networkInterface } from '../kinds/network-interface.ts'
import { subnet, vpc } from '../kinds/vpc.ts'
import type { ProjectScope } from '../kit/resources/authorization.ts'
import type { Entry } from './format.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'

type Listed = Entry<'instances'>['value']['network_interfaces']
type Wanted = NonNullable<Listed>[number]
type Stack = { ip?: string | undefined; transit_ips: string[] }

/** Plans the interfaces of an instance. Automatic addresses wait until all explicit ones are taken. */
export function planInterfaces(
  plan: Plan,
  path: string,
  scope: ProjectScope,
  instance: InstanceRow,
  listed: Listed,
): void {
  const wanted = listed ?? usual(plan, scope, instance)
  const first = Math.max(
    0,
    wanted.findIndex((one) => one.primary),
  )
  if (wanted.filter((one) => one.primary).length > 1)
    fail(`${path}.network_interfaces`, 'only one can be primary')
  const subnets = new Set<string>()
  for (const [slot, one] of wanted.entries()) {
    const at = `${path}.network_interfaces[${slot}]`
    const inVpc = plan.of(vpc).need(`${at}.vpc`, scope.projectId, one.vpc)
    const inSubnet = plan.of(subnet).need(`${at}.subnet`, inVpc.id, one.subnet)
    if (subnets.size === subnets.add(inSubnet.id).size)
      fail(`${at}.subnet`, 'each interface must be in a subnet of its own')
    planInterface(plan, at, { scope, instance, inVpc, inSubnet, slot, primary: slot === first }, one)
  }
}

/** The interfaces of an instance that lists none. */
function usual(plan: Plan, scope: ProjectScope, { name, time_created }: InstanceRow): Wanted[] {
  const inVpc = plan.of(vpc).find(scope.projectId, 'default')
  if (!inVpc || !plan.of(subnet).find(inVpc.id, 'default')) return []
  const any = { transit_ips: [] }
  return [
    {
      name: 'net0',
      description: `default primary interface for ${name}`,
      time_created,
      vpc: 'default',
      subnet: 'default',
      primary: true,
      ip_stack: { type: 'dual_stack', value: { v4: any, v6: any } },
    },
  ]
}

type Place = {
  scope: ProjectScope
  instance: InstanceRow
  inVpc: VpcRow
  inSubnet: VpcSubnetRow
  slot: number
  primary: boolean
}

function planInterface(plan: Plan, path: string, place: Place, wanted: Wanted): void {
  const { scope, instance, inVpc, inSubnet, slot, primary } = place
  const { ip_stack: stack } = wanted
  const v4 = stack.type === 'dual_stack' ? stack.value.v4 : stack.type === 'v4' ? stack.value : null
  const v6 = stack.type === 'dual_stack' ? stack.value.v6 : stack.type === 'v6' ? stack.value : null
  const row = plan.of(networkInterface).add({ path, scope, parent: instance.id }, wanted, (made) => ({
    instance_id: instance.id,
    vpc_id: inVpc.id,
    subnet_id: inSubnet.id,
    mac: freeMac(plan, made.id),
    is_primary: primary ? 1 : 0,
    slot,
    ipv4: null,
    ipv6: null,
    transit_ips: JSON.stringify([...(v4?.transit_ips ?? []), ...(v6?.transit_ips ?? [])]),
  }))
  const address = (column: 'ipv4' | 'ipv6', stack: Stack | null, block: string) => {
    if (!stack) return
    if (stack.ip !== undefined) row[column] = given(plan, `${path}.ip_stack`, inSubnet.id, block, stack.ip)
    else plan.later.push(() => (row[column] = plan.addresses.takeFree(path, inSubnet.id, block)))
  }
  address('ipv4', v4, inSubnet.ipv4_block)
  address('ipv6', v6, inSubnet.ipv6_block)
  if (primary) plan.primaries.set(instance.id, { v4: v4 !== null, v6: v6 !== null })
}

function given(plan: Plan, path: string, subnetId: string, block: string, ip: string): string {
  if (!subnetContains(block, ip)) fail(path, `${ip} is not in the subnet's block ${block}`)
  const problem = reservedAddressProblem(block, ip)
  if (problem) fail(path, problem)
  return plan.addresses.take(path, subnetId, ip)
}

/** MAC addresses are few enough for two to hash alike; the second takes the next one. */
function freeMac(plan: Plan, id: string): string {
  let number = stableHash(`${id}/mac`) % MAC_COUNT
  while (plan.macs.has(number)) number = (number + 1) % MAC_COUNT
  plan.macs.add(number)
  return macAddress(number)
}
