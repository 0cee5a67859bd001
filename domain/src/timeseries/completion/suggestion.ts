/** A text that can follow at the cursor, and what it means. */
export type Suggestion = { text: string; detail?: string | undefined }
