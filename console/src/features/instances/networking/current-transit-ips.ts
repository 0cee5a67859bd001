import { instanceNetworkInterfaceView } from '@granary/contract/generated/client.ts'
import { request } from '../../../api/request.ts'
import { stacksOf, type Nic } from './stacks.ts'

/** Returns the transit IPs of all families of an interface. */
export const transitIpsOf = (nic: Pick<Nic, 'ipStack'>): string[] =>
  stacksOf(nic).flatMap(({ transitIps }) => transitIps)

/**
 * Returns the transit IPs that an interface has now, with a user's additions and removals. The API replaces the whole list,
 * and another user may have changed it since the form was opened.
 * @param opened the list that the user saw.
 * @param entered the list that the user submits.
 */
export async function currentTransitIps(
  id: string,
  opened: readonly string[] = [],
  entered: readonly string[] = opened,
): Promise<string[]> {
  const current = transitIpsOf(await request(instanceNetworkInterfaceView, { path: { interface: id } }))
  const kept = current.filter((network) => entered.includes(network) || !opened.includes(network))
  const added = entered.filter((network) => !opened.includes(network) && !current.includes(network))
  return [...kept, ...added]
}
