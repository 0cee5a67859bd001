import type { Kind } from '@granary/domain/kinds.ts'
import type { Change } from '../kit/log/change.ts'
import { chunks } from '../kit/base/chunks.ts'
import type { Context } from '../kit/context/context.ts'
import { enqueue } from '../tasks/queue.ts'

/** Milliseconds in which further changes of a network join the first one. Users see a change within a second. */
const DELAY_MS = 200

type Owner = 'vpc' | 'vpc_router' | 'internet_gateway' | 'instance'
type Shown = Partial<Record<string, string | null>> | null

/** The kinds of which a network consists: where its VPC is found, and the field of the view that names it. */
const PARTS: Partial<Record<Kind, { owner: Owner; field: string }>> = {
  vpc: { owner: 'vpc', field: 'id' },
  'vpc-subnet': { owner: 'vpc', field: 'vpcId' },
  'vpc-router': { owner: 'vpc', field: 'vpcId' },
  'vpc-firewall-rule': { owner: 'vpc', field: 'vpcId' },
  'internet-gateway': { owner: 'vpc', field: 'vpcId' },
  'instance-network-interface': { owner: 'vpc', field: 'vpcId' },
  'router-route': { owner: 'vpc_router', field: 'vpcRouterId' },
  'internet-gateway-ip-pool': { owner: 'internet_gateway', field: 'internetGatewayId' },
  'internet-gateway-ip-address': { owner: 'internet_gateway', field: 'internetGatewayId' },
  'floating-ip': { owner: 'instance', field: 'instanceId' },
  'external-subnet': { owner: 'instance', field: 'instanceId' },
}

/** Sends the networks that a transaction changed to the driver, soon after it. */
export async function followNetworkChanges(context: Context, changes: readonly Change[]): Promise<void> {
  const owners: Record<Owner, Map<string, string | null>> = {
    vpc: new Map(),
    vpc_router: new Map(),
    internet_gateway: new Map(),
    instance: new Map(),
  }
  for (const change of changes)
    for (const { owner, id } of ownersOf(change)) owners[owner].set(id, change.siloId)
  for (const owner of ['vpc_router', 'internet_gateway', 'instance'] as const)
    for (const { vpcId, id } of await vpcsOf(context, owner, [...owners[owner].keys()]))
      owners.vpc.set(vpcId, owners[owner].get(id)!)
  for (const [id, siloId] of owners.vpc) await enqueue(context, 'network', id, { siloId }, DELAY_MS)
}

function ownersOf(change: Change): { owner: Owner; id: string }[] {
  const before = change.before as Shown
  const after = change.after as Shown
  // Rules and routes name instances, and rules also their tags.
  if (change.kind === 'instance')
    return before && after && (before.name !== after.name || tagsIn(change.before) !== tagsIn(change.after))
      ? [{ owner: 'instance', id: change.id }]
      : []
  if (change.kind === 'external-ip')
    return change.parentId === null ? [] : [{ owner: 'instance', id: change.parentId }]
  const part = PARTS[change.kind]
  if (!part) return []
  const ids = new Set([before?.[part.field], after?.[part.field]])
  return [...ids].flatMap((id) => (id == null ? [] : [{ owner: part.owner, id }]))
}

/** Returns the tags of a resource as text: equal tags have the same order. */
const tagsIn = (shown: unknown): string => JSON.stringify((shown as { tags?: unknown }).tags)

async function vpcsOf(
  { db }: Context,
  owner: Exclude<Owner, 'vpc'>,
  ids: readonly string[],
): Promise<{ id: string; vpcId: string }[]> {
  const found: { id: string; vpcId: string }[] = []
  for (const some of chunks(ids)) {
    const rows =
      owner === 'instance'
        ? await db
            .selectFrom('network_interface')
            .select(['instance_id as id', 'vpc_id as vpcId'])
            .where('instance_id', 'in', some)
            .execute()
        : await db.selectFrom(owner).select(['id', 'vpc_id as vpcId']).where('id', 'in', some).execute()
    found.push(...rows)
  }
  return found
}
