import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import type { z } from 'zod'
import { ancestorsOf, kindsInProject } from './kinds-by-selector.ts'
import { sampleBody } from './sample-body.ts'
import type { World } from './world.ts'

/** Kinds that need more than a sample of a body: they depend on other resources, or take time. */
const BY_HAND: readonly string[] = [
  'instance',
  'disk',
  'snapshot',
  'instance-network-interface',
  'external-subnet',
  'probe',
  // The test project has a default VPC with one of each of these.
  'vpc',
  'vpc-subnet',
  'vpc-router',
  'router-route',
  'internet-gateway',
  'internet-gateway-ip-pool',
  'internet-gateway-ip-address',
]

/** `affinity-group` → `affinityGroupCreate`; null if no operation creates the kind. */
function createOperationOf(kind: string): Operation | null {
  const id = `${kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Create`
  return id in contract ? contract[id as OperationId] : null
}

/** The kinds in a project that one request creates. A new family needs no line in the test worlds. */
export const otherKinds = kindsInProject.filter(
  ({ kind }) => !BY_HAND.includes(kind) && createOperationOf(kind),
)

/** Creates one resource of each of `otherKinds` in the test project. @returns their ids by selector. */
export async function createOtherKinds(
  { ask }: Pick<World, 'ask'>,
  nameOf: (selector: string) => string,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const { kind, selector } of otherKinds) {
    const { path, body } = createOperationOf(kind)!
    const parents = new URLSearchParams(ancestorsOf(selector).map((parent) => [parent, nameOf(parent)]))
    const sample = sampleBody(body as z.ZodType) as object
    const answer = await ask('POST', `${path}?${parents.toString()}`, { ...sample, name: nameOf(selector) })
    if (answer.status !== 201)
      throw new Error(`creating a ${kind} for the tests failed: ${JSON.stringify(answer.body)}`)
    ids[selector] = answer.body.id as string
  }
  return ids
}
