import type { Clock } from '@granary/compute/clock.ts'
import { openWorld, type Answer, type World } from './world.ts'

/** A world with tasks stopped, and requests on networks in a fresh project for each test. @param clock that of the host if undefined. */
export async function openNetworks(clock?: Clock) {
  const world: World = await openWorld({ started: false, ...(clock && { clock }) })
  let count = 0
  let project = ''
  const inVpc = (vpc: string) => `project=${project}&vpc=${vpc}`
  const named = (name: string, more: object = {}) => ({ name, description: '', ...more })
  return {
    world,
    ask: world.ask,
    named,
    inVpc,
    project: () => project,
    /** Creates a project, whose VPC `default` the requests use unless they name another one. */
    start: async (): Promise<void> => {
      project = `net-${count++}`
      await world.ask('POST', '/v1/projects', named(project))
    },
    makeVpc: (name: string, more: object = {}) =>
      world.ask('POST', `/v1/vpcs?project=${project}`, named(name, { dns_name: name, ...more })),
    makeSubnet: (name: string, ipv4_block: string, more: object = {}, vpc = 'default') =>
      world.ask('POST', `/v1/vpc-subnets?${inVpc(vpc)}`, named(name, { ipv4_block, ...more })),
    makeRouter: (name: string, vpc = 'default') =>
      world.ask('POST', `/v1/vpc-routers?${inVpc(vpc)}`, named(name)),
    /** Returns the items of a list in the VPC. */
    list: async (kind: string, more = '', vpc = 'default') =>
      (await world.ask('GET', `/v1/${kind}?${inVpc(vpc)}${more}`)).body.items,
    makeInstance: async (name: string): Promise<Answer['body']> =>
      (
        await world.ask(
          'POST',
          `/v1/instances?project=${project}`,
          named(name, { hostname: name, ncpus: 1, memory: 2 ** 30, start: false }),
        )
      ).body,
  }
}

export type Networks = Awaited<ReturnType<typeof openNetworks>>

/** Status, message and paths of a refusal in one line. */
export const brief = ({ status, body }: Answer): string =>
  [status, body?.message, ...(body?.problems ?? []).map(({ path }: { path: string }) => `(${path})`)]
    .filter((part) => part !== undefined)
    .join(' ')
