/**
 * Whether a SCIM write only takes access away: it deletes, disables a user or removes members and values. Identity providers
 * disable users with PUT or PATCH (RFC 7644 sections 3.5.1 and 3.5.2), which must go on when nothing else is stored.
 * @param body the parsed body, not validated.
 */
export function isWithdrawal(method: string, body: unknown): boolean {
  if (method === 'DELETE') return true
  const fields = lowerKeys(body)
  if (method === 'PUT') return isFalse(fields.active)
  const { operations } = fields
  return (
    method === 'PATCH' && Array.isArray(operations) && operations.length > 0 && operations.every(isRemoval)
  )
}

function isRemoval(operation: unknown): boolean {
  const { op, path, value } = lowerKeys(operation)
  const verb = String(op).toLowerCase()
  if (verb === 'remove') return true
  if (verb !== 'replace') return false
  if (typeof path === 'string') return path.toLowerCase() === 'active' && isFalse(value)
  const given = lowerKeys(value)
  return Object.keys(given).length === 1 && isFalse(given.active)
}

/** Attribute names are case-insensitive (RFC 7643 section 2.1). */
function lowerKeys(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toLowerCase(), each]))
}

/** Some providers send booleans as text. */
const isFalse = (value: unknown): boolean => value === false || /^false$/i.test(String(value))
