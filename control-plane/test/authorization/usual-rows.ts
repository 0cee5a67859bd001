import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import type { z } from 'zod'
import { ancestorsOf, isInProject } from '../kinds-by-selector.ts'
import { sampleBody } from '../sample-body.ts'
import type { Row } from './rows.ts'

/**
 * Returns the row of an operation on a resource in a project. A second opinion, it doesn't read the contract's
 * `needs`: users who may read the project may GET, and users who may work in it may do everything else.
 * @throws Error for any other operation, which needs a row of its own.
 */
export function usualRow(id: OperationId): Row {
  const { method, params, query, body }: Operation = contract[id]
  const inPath = Object.keys(params.shape)
  const inQuery = Object.keys(query.shape).filter(isInProject)
  // The other selectors of a query are the parents of this one.
  const lowest = inQuery.find((selector) => ancestorsOf(selector).length === inQuery.length - 1)
  const target = inPath[0] ?? lowest
  if (!target || !isInProject(target))
    throw new Error(`${id} is about nothing in a project: add a row in control-plane/test/authorization/`)
  return {
    rule: method === 'GET' ? 'projectRead' : 'projectWork',
    request: ({ of, parentsOf }) => ({
      path: Object.fromEntries(inPath.map((selector) => [selector, of(selector)])),
      query: { ...(inPath.length === 0 && { [target]: of(target) }), ...parentsOf(target) },
      ...(body ? { body: sampleBody(body as z.ZodType) } : {}),
    }),
  }
}
