import { refused } from '../http/errors.ts'
import { objectOf } from '../schema/read.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
/** Maximum number of operations in one request. */
const MAX_OPERATIONS = 1000

export type Operation = { op: 'add' | 'replace' | 'remove'; path: string | null; value: unknown }

/**
 * Reads the body of a PATCH. Names and operations are case-insensitive, because some providers write "Replace".
 * @throws ScimError 400 invalidSyntax, invalidValue, or noTarget for a remove without a path.
 */
export function readPatch(body: unknown): Operation[] {
  const message = lowerKeys(objectOf(body, 'the body'))
  const { schemas, operations } = message
  if (!Array.isArray(schemas) || !schemas.some((one) => String(one).toLowerCase() === PATCH.toLowerCase()))
    throw refused('invalidSyntax', `schemas must be a list with "${PATCH}" in it`)
  if (!Array.isArray(operations) || operations.length === 0)
    throw refused('invalidSyntax', 'Operations must be a list of at least one')
  if (operations.length > MAX_OPERATIONS)
    throw refused(
      'invalidValue',
      `Operations may have ${MAX_OPERATIONS} members at most: send them in several requests`,
    )
  return operations.map(readOperation)
}

function readOperation(given: unknown, index: number): Operation {
  const at = `Operations[${index}]`
  const { op, path, value } = lowerKeys(objectOf(given, at))
  const name = typeof op === 'string' ? op.toLowerCase() : ''
  if (name !== 'add' && name !== 'replace' && name !== 'remove')
    throw refused('invalidSyntax', `${at}.op must be add, replace or remove`)
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw refused('invalidPath', `${at}.path must be a text`)
  if (!path && name === 'remove') throw refused('noTarget', `${at}: a remove needs a path`)
  if (value === undefined && name !== 'remove') throw refused('invalidSyntax', `${at}.value is missing`)
  return { op: name, path: path || null, value }
}

const lowerKeys = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toLowerCase(), value]))
