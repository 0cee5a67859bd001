/** Plain text that no YAML parser reads as another type, a comment or a structure. */
const PLAIN = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[A-Za-z_/][\w./@-]*$/i

/** Formats a JSON value as YAML 1.2. Text that needs quotes is quoted as in JSON. */
export const asYaml = (value: unknown): string => `${lines(value).join('\n')}\n`

function lines(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => lines(item).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`))
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && !Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) => {
      const [first, ...rest] = lines(inner)
      const isBlock = typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0
      return isBlock
        ? [`${text(key)}:`, ...[first!, ...rest].map((line) => `  ${line}`)]
        : [`${text(key)}: ${first}`]
    })
  return [typeof value === 'string' ? text(value) : JSON.stringify(value)]
}

const text = (value: string): string => (PLAIN.test(value) ? value : JSON.stringify(value))
