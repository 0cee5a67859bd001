import { storedJson } from '../kit/base/stored-json.ts'
import type { PrivateIpStack } from '@granary/contract/schemas/network-interfaces.ts'
import type { z } from 'zod'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { NetworkInterfaceRow } from '../database/schema.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView, inside } from '../kit/resources/resource.ts'
import { instance } from './instance.ts'

export const networkInterface = kind({
  kind: 'instance-network-interface',
  table: 'network_interface',
  selector: 'interface',
  parent: inside(instance, 'instance_id'),
  view: (row) => ({
    ...identityView(row),
    instanceId: row.instance_id,
    vpcId: row.vpc_id,
    subnetId: row.subnet_id,
    mac: row.mac,
    primary: row.is_primary === 1,
    ipStack: ipStackView(row),
  }),
})

function ipStackView(row: NetworkInterfaceRow): z.output<typeof PrivateIpStack> {
  const transit = storedJson<string[]>(row.transit_ips)
  const v4 = row.ipv4 && {
    ip: fromFixedWidth(row.ipv4),
    transitIps: transit.filter((net) => !net.includes(':')),
  }
  const v6 = row.ipv6 && {
    ip: fromFixedWidth(row.ipv6),
    transitIps: transit.filter((net) => net.includes(':')),
  }
  if (v4 && v6) return { type: 'dual_stack', value: { v4, v6 } }
  if (v4) return { type: 'v4', value: v4 }
  if (v6) return { type: 'v6', value: v6 }
  throw new Error(`network interface ${row.id} has no address`)
}
