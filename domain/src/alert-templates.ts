/** Maximum length of a template in characters. */
export const MAX_TEMPLATE_LENGTH = 4_096
/** Maximum number of placeholders in a template. */
const MAX_PLACEHOLDERS = 32
/** Characters of a value that a placeholder is replaced by. */
const MAX_VALUE_LENGTH = 1_000

/** What a template can name, each as it is shown in an example. */
export const PLACEHOLDERS = {
  message: 'Instance web of project shop failed',
  class: 'instance.failed',
  time: '2026-11-29T08:00:00.000Z',
  alert_id: '0f8a0c1e-5a0d-4c0f-9d51-3f2b7c1f6a10',
  delivery_id: 'b2d45d6e-7f80-4a91-8b3c-1d2e3f4a5b6c',
} as const

/** The values of all placeholders. */
export type AlertWords = Readonly<Record<keyof typeof PLACEHOLDERS, string>>

/** Forms that chat systems take as they are. */
export const CHAT_TEMPLATES = {
  slack: '{ "text": "{{message}}" }',
  teams:
    '{ "type": "message", "attachments": [{ "contentType": "application/vnd.microsoft.card.adaptive", "content": { "type": "AdaptiveCard", "version": "1.4", "body": [{ "type": "TextBlock", "wrap": true, "text": "{{message}}" }] } }] }',
  discord: '{ "content": "{{message}}", "allowed_mentions": { "parse": [] } }',
} as const

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/** A text in JSON, and the colon behind the name of a field. */
const TEXT = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/** Returns what is wrong with a template, or null. */
export function templateProblem(text: string): string | null {
  if (text.length > MAX_TEMPLATE_LENGTH) return `must be at most ${MAX_TEMPLATE_LENGTH} characters`
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'must be JSON, with placeholders only in texts, such as { "text": "{{message}}" }'
  }
  if (typeof value !== 'object' || value === null) return 'must be a JSON object or array'
  const names: string[] = []
  for (const [literal, colon] of text.matchAll(TEXT))
    for (const [placeholder, name] of literal.matchAll(PLACEHOLDER)) {
      if (colon !== undefined) return `can't have ${placeholder} in the name of a field, only in its text`
      names.push(name ?? '')
    }
  const unknown = names.find((name) => !isPlaceholder(name))
  if (unknown !== undefined)
    return `has no placeholder {{${unknown}}}; there are ${Object.keys(PLACEHOLDERS)
      .map((name) => `{{${name}}}`)
      .join(', ')}`
  return names.length > MAX_PLACEHOLDERS ? `may have at most ${MAX_PLACEHOLDERS} placeholders` : null
}

/**
 * Replaces the placeholders of a template, in time linear in its length and that of the values. A value can't change the form, and
 * `<` and `>` in it become `‹` and `›`, because chat systems read mentions and links from them. Everything else stays as it was
 * written, because numbers above 2^53 would change when they are parsed.
 * @returns JSON.
 * @throws SyntaxError unless {@link templateProblem} allows the template.
 */
export function fillTemplate(template: string, words: AlertWords): string {
  JSON.parse(template)
  const fill = (whole: string, name: string) => (isPlaceholder(name) ? harmless(words[name]) : whole)
  return template.replace(TEXT, (literal, colon?: string) => {
    if (colon !== undefined || !literal.includes('{{')) return literal
    return JSON.stringify(String(JSON.parse(literal)).replace(PLACEHOLDER, fill))
  })
}

const isPlaceholder = (name: string): name is keyof AlertWords => Object.hasOwn(PLACEHOLDERS, name)

const harmless = (value: string): string =>
  shortened(value, MAX_VALUE_LENGTH).replaceAll('<', '‹').replaceAll('>', '›')

/** Returns the beginning of a text, with an ellipsis unless that is all of it. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  // No half of a surrogate pair is left at the end.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
