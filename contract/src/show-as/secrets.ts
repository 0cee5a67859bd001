/** Wire names of fields that nobody but the user may read. */
const SECRETS: ReadonlySet<string> = new Set([
  'password',
  'current_password',
  'new_password',
  'private_key',
  'code',
  'recovery_code',
  'device_code',
  'answer',
  'secret',
])
/** Wire names of lists of secrets, and what stands in the place of each. */
const SECRET_LISTS: Readonly<Record<string, string>> = { secrets: '<secret>' }
/** Fields that are secret beside another one: the value of a password, and the key of a certificate. */
const SECRET_BESIDE: Readonly<Record<string, string>> = { value: 'mode', key: 'cert' }

/** Whether a text field of an object is a secret. @param names the wire names of all fields of the object. */
export const isSecret = (name: string, names: readonly string[]): boolean =>
  SECRETS.has(name) || (SECRET_BESIDE[name] !== undefined && names.includes(SECRET_BESIDE[name]))

/** Returns a body with a placeholder in place of each secret: `<password>`. */
export function withoutSecrets(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutSecrets)
  if (typeof body !== 'object' || body === null) return body
  const names = Object.keys(body)
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shown(name, names, value)]))
}

function shown(name: string, names: readonly string[], value: unknown): unknown {
  if (typeof value === 'string' && isSecret(name, names)) return `<${placeholderOf(name)}>`
  const placeholder = SECRET_LISTS[name]
  return placeholder && Array.isArray(value) ? value.map(() => placeholder) : withoutSecrets(value)
}

const placeholderOf = (name: string): string =>
  name === 'value' ? 'password' : name === 'key' ? 'private key' : name.replaceAll('_', ' ')
