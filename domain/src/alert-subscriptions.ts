/** Maximum length of a subscription in characters. */
export const MAX_SUBSCRIPTION_LENGTH = 256
/** Maximum number of subscriptions of an alert receiver. */
export const MAX_SUBSCRIPTIONS = 64

const SEGMENT = /^(\w+|\*|\*\*)$/

/** Whether a subscription stands for several classes: one of its segments is `*` or `**`. */
export const isGlob = (subscription: string): boolean => subscription.includes('*')

/** Returns what is wrong with a subscription, or null. A class of an exact one may still be unknown. */
export function subscriptionProblem(text: string): string | null {
  if (text.length > MAX_SUBSCRIPTION_LENGTH) return `must be at most ${MAX_SUBSCRIPTION_LENGTH} characters`
  return text.split('.').every((segment) => SEGMENT.test(segment))
    ? null
    : 'must be words, * or ** with dots between them, such as hardware.**'
}

/** Whether a subscription matches the name of a class: `*` stands for one segment, `**` for one or more. */
export const matchesClass = (subscription: string, name: string): boolean =>
  matchesSegments(subscription.split('.'), name.split('.'))

function matchesSegments(pattern: readonly string[], name: readonly string[]): boolean {
  const [first, ...rest] = pattern
  if (first === undefined) return name.length === 0
  if (name.length === 0) return false
  if (first === '**') return name.some((_, at) => matchesSegments(rest, name.slice(at + 1)))
  return (first === '*' || first === name[0]) && matchesSegments(rest, name.slice(1))
}
