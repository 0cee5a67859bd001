import type { Id, Time } from './values.ts'

/** Issues that a user has snoozed. */
export type IssueTables = { issue_snooze: { user_id: Id; issue: string; until: Time } }
