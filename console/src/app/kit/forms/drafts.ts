const PREFIX = 'granary:draft:'

/** Storage key of the draft of a form: by user, since another may sign in; by the page's address and the form. */
export const draftKey = (userId: string, page: string, form: string): string =>
  `${PREFIX}${userId}:${page}:${form}`

/** Returns the draft of a form from before the page was unloaded, or null. */
export function readDraft(key: string): Record<string, unknown> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Record<string, unknown> | null
  } catch {
    // Storage may be blocked, and a draft of an older version unreadable: then there is none.
    return null
  }
}

/** Stores the values of a form for this tab. Files can't be stored; the user must choose them again. */
export function writeDraft(key: string, values: Record<string, unknown>): void {
  const kept = Object.entries(values).filter(([, value]) => !(value instanceof Blob))
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Storage is full or blocked: the form works without it.
  }
}

/** Deletes a draft. */
export function deleteDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without storage there is no draft.
  }
}

/** Deletes the drafts that other users of this tab have left. */
export function deleteDraftsOfOthers(userId: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${userId}:`)) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is no draft.
  }
}
