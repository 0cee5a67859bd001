const PREFIX = 'granary:draft:'

/** Where the draft of a form is kept: by user, since another may sign in; by page and form. */
export const draftKey = (userId: string, page: string, form: string): string =>
  `${PREFIX}${userId}:${page}:${form}`

/** What was typed into a form of this tab before its page went away, or null. */
export function readDraft(key: string): Record<string, unknown> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Record<string, unknown> | null
  } catch {
    // Storage can be forbidden, and a draft of an older version unreadable: then there is none.
    return null
  }
}

/** Keeps the values of a form for this tab. Files cannot be kept; they must be chosen again. */
export function writeDraft(key: string, values: Record<string, unknown>): void {
  const kept = Object.entries(values).filter(([, value]) => !(value instanceof Blob))
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Full or forbidden: typing goes on all the same.
  }
}

/** Forgets a draft. */
export function deleteDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing can have been kept then.
  }
}
