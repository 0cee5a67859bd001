/** A wording that reads like a translation, and its replacement. */
export type BannedWording = { pattern: RegExp; instead: string }

/** Wordings that lint refuses in comments and test names. Reviewers check docs and UI copy with the same list. */
const BANNED_WORDINGS: readonly BannedWording[] = [
  { pattern: /\bwho(?:so)?ever\b/i, instead: 'name the person: user, caller, admin, operator' },
  { pattern: /\b(?:somebody|someone|anybody)\b/i, instead: 'name the person: user, caller, admin, operator' },
  {
    pattern: /\b(?:those|they|one|he|she|the one) who\b/i,
    instead: 'name the people: users, callers, admins',
  },
  {
    pattern: /(?:^|[.:;,]\s+|\/\*\*\s|\*\s)who\s(?!(?:is|are|am)\?)/i,
    instead: 'start with the user, the caller or the code that acts',
  },
  {
    pattern: /\bwhat (?:is|was|has been|had been) \w+(?:ed|en|wn|nt|ut|id|ad|ft|ne|de|ld|pt)\b/i,
    instead: 'use the noun: the draft, the input, the request',
  },
  { pattern: /\b(?:is|are) to be\b/i, instead: '"must be", "should be" or the plain present tense' },
  {
    pattern: /\bso (?:often|long as|soon as|seldom)\b/i,
    instead: 'give the number: "every 3 s", "after 30 s", or "as long as"',
  },
  {
    pattern: /\b(?:meanwhile|in the meantime)\b/i,
    instead: 'say what happened in between: "while the task ran"',
  },
  { pattern: /\bunder way\b/i, instead: '"running", "pending" or "in progress"' },
  { pattern: /\b(?:says|said|told|tells) (?:so|of)\b/i, instead: 'name the message, the error or the field' },
  { pattern: /\bstand(?:s|ing)? in line\b/i, instead: '"queues" or "waits"' },
  { pattern: /\bgive(?:s|n)? (?:it|them|this|that)? ?up\b/i, instead: '"cancels", "aborts" or "stops"' },
]

/** Returns the banned wordings in a text. */
export const bannedIn = (text: string): BannedWording[] =>
  BANNED_WORDINGS.filter(({ pattern }) => pattern.test(text))
