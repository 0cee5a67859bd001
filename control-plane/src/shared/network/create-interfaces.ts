import { asField, atField } from '../../kit/base/at-field.ts'
import type {
  InstanceNetworkInterfaceAttachment,
  InstanceNetworkInterfaceCreate,
} from '@granary/contract/schemas/network-interfaces.ts'
import { fixedWidth, usableBounds } from '@granary/domain/ip.ts'
import { interfacesProblem, requestedAddressProblem } from '@granary/domain/instance-networking.ts'
import { transitFamilyProblem, transitIpsProblem } from '@granary/domain/subnets.ts'
import type { z } from 'zod'
import type { FixedAddress, NetworkInterfaceRow, VpcSubnetRow } from '../../database/schema.ts'
import type { Context } from '../../kit/context/context.ts'
import { invalidRequest } from '../../kit/base/errors.ts'
import { find, type Found } from '../../kit/resources/lookup.ts'
import { requireRoom } from '../../kit/resources/row-limit.ts'
import { subnet, vpc } from '../../kinds/vpc.ts'
import { isHeld, lowestFreeIn } from './gaps.ts'
import { freeMac } from './mac.ts'
import { networkInterface } from '../../kinds/network-interface.ts'

type Attachment = z.output<typeof InstanceNetworkInterfaceAttachment>
type Create = z.output<typeof InstanceNetworkInterfaceCreate>

const auto = { ip: { type: 'auto' as const }, transitIps: [] }
const DEFAULTS = {
  default_ipv4: { type: 'v4', value: auto },
  default_ipv6: { type: 'v6', value: auto },
  default_dual_stack: { type: 'dual_stack', value: { v4: auto, v6: auto } },
} as const

/**
 * Creates the network interfaces of a new instance; the first one is primary.
 * @throws ApiError 400 or 404.
 */
export async function createInterfaces(
  context: Context,
  found: Found<'instance'>,
  attachment: Attachment,
): Promise<NetworkInterfaceRow[]> {
  const wanted = interfacesOf(attachment, found.row.name)
  const problem = attachment.type === 'create' ? interfacesProblem(wanted) : null
  if (problem) throw invalidRequest(problem).at('params', wanted.length === 0 ? 'too_short' : 'not_allowed')
  const rows: NetworkInterfaceRow[] = []
  for (const [slot, one] of wanted.entries()) {
    const create = () => createInterface(context, found, one, slot, slot === 0)
    rows.push(
      await (attachment.type === 'create' ? atField(`params[${slot}]`, create) : asField('type', create)),
    )
  }
  return rows
}

function interfacesOf(attachment: Attachment, instanceName: string): Create[] {
  if (attachment.type === 'none') return []
  if (attachment.type === 'create') return attachment.params
  return [
    {
      name: 'net0',
      description: `default primary interface for ${instanceName}`,
      vpcName: 'default',
      subnetName: 'default',
      ipConfig: DEFAULTS[attachment.type] as Create['ipConfig'],
    },
  ]
}

/**
 * Creates an interface in a free slot of an instance.
 * @throws ApiError 400 for a second one in a subnet or an unavailable address, 404 for an unknown VPC or subnet.
 */
export async function createInterface(
  context: Context,
  { row, scope }: Found<'instance'>,
  wanted: Create,
  slot: number,
  primary: boolean,
): Promise<NetworkInterfaceRow> {
  const project = row.project_id
  const inVpc = await atField('vpc_name', () => find(context, vpc, { vpc: wanted.vpcName, project }, 'read'))
  const inSubnet = await atField('subnet_name', () =>
    find(context, subnet, { subnet: wanted.subnetName, vpc: inVpc.row.id }, 'read'),
  )
  const same = await context.db
    .selectFrom('network_interface')
    .select('id')
    .where('instance_id', '=', row.id)
    .where('subnet_id', '=', inSubnet.row.id)
    .executeTakeFirst()
  if (same)
    throw invalidRequest('each network interface of an instance must be in a distinct subnet').at(
      'subnet_name',
      'duplicate',
    )
  const { ipConfig } = wanted
  const v4 =
    ipConfig.type === 'v4' ? ipConfig.value : ipConfig.type === 'dual_stack' ? ipConfig.value.v4 : null
  const v6 =
    ipConfig.type === 'v6' ? ipConfig.value : ipConfig.type === 'dual_stack' ? ipConfig.value.v6 : null
  const transitIps = [...(v4?.transitIps ?? []), ...(v6?.transitIps ?? [])]
  await atField('ip_config', async () => refuseTransitIps(transitIps, { ipv4: v4, ipv6: v6 }))
  const ipPath = (version: 'v4' | 'v6') =>
    ipConfig.type === 'dual_stack' ? `ip_config.value.${version}.ip` : 'ip_config.value.ip'
  await requireRoom(context, 'interfaces', inVpc.row.id)
  return networkInterface.create(context, scope, wanted, {
    instance_id: row.id,
    vpc_id: inVpc.row.id,
    subnet_id: inSubnet.row.id,
    mac: await freeMac(context),
    is_primary: primary ? 1 : 0,
    slot,
    ipv4: v4 && (await atField(ipPath('v4'), () => takeAddress(context, inSubnet.row, 'v4', v4.ip))),
    ipv6: v6 && (await atField(ipPath('v6'), () => takeAddress(context, inSubnet.row, 'v6', v6.ip))),
    transit_ips: JSON.stringify(transitIps),
  })
}

/** @throws ApiError 400 for transit networks of a family in which the interface has no address. */
export function refuseTransitIps(networks: string[], { ipv4, ipv6 }: { ipv4: unknown; ipv6: unknown }): void {
  const families = [...(ipv4 ? (['v4'] as const) : []), ...(ipv6 ? (['v6'] as const) : [])]
  const problem = transitIpsProblem(networks) ?? transitFamilyProblem(networks, families)
  if (problem) throw invalidRequest(problem)
}

/** The address of a new interface: the requested one, or the lowest free one. @throws ApiError 400. */
export async function takeAddress(
  context: Context,
  row: VpcSubnetRow,
  version: 'v4' | 'v6',
  ip: { type: 'auto' } | { type: 'explicit'; value: string },
): Promise<FixedAddress> {
  const block = version === 'v4' ? row.ipv4_block : row.ipv6_block
  const column = version === 'v4' ? 'ipv4' : 'ipv6'
  if (ip.type === 'explicit') {
    const problem = requestedAddressProblem(block, ip.value)
    if (problem) throw invalidRequest(problem)
    const address = fixedWidth(ip.value)
    if (await isHeld(context, column, row.id, address))
      throw invalidRequest(`address ${ip.value} is not available`)
    return address
  }
  const free = await lowestFreeIn(context, column, row.id, usableBounds(block))
  if (!free) throw invalidRequest(`no available IP${version} address in subnet "${row.name}"`)
  return free
}
