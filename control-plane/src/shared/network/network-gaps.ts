import { storedJson } from '../../kit/base/stored-json.ts'
import type { Gap } from '@granary/compute/network.ts'
import type { CallOutput } from '@granary/contract/call.ts'
import type { Context } from '../../kit/context/context.ts'

type NetworkGap = CallOutput<'vpcGaps'>['items'][number]

/** Returns what the driver can't carry out of a VPC's network, as it last said. */
export async function gapsOf({ db }: Pick<Context, 'db'>, vpcId: string): Promise<NetworkGap[]> {
  const row = await db
    .selectFrom('network_sent')
    .select('gaps')
    .where('vpc_id', '=', vpcId)
    .executeTakeFirst()
  // Rows of earlier releases have no severity until the networks were compared, at the start of the server.
  return storedJson<Gap[]>(row?.gaps ?? '[]').map((gap) => ({
    ...gap,
    severity: gap.severity ?? 'warning',
    forwarded: gap.forwarded ? { ...gap.forwarded, ports: [...gap.forwarded.ports] } : null,
  }))
}
