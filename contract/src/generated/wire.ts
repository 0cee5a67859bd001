// Made by `npm run generate` from the contract; do not edit.

/** Wire names of the fields whose value is a time. */
export const TIMES: readonly string[] = ['auto_restart_cooldown_expiration', 'created', 'first_seen', 'kept_since', 'last_seen', 'since', 'snoozed_until', 'start_time', 'time', 'time_aborted', 'time_changed', 'time_committed', 'time_completed', 'time_confirmed', 'time_created', 'time_expires', 'time_groups_kept', 'time_last_attempt', 'time_last_auto_restarted', 'time_last_step_planned', 'time_last_used', 'time_modified', 'time_next_attempt', 'time_requested', 'time_resolved', 'time_run_state_updated', 'time_sent', 'time_started', 'timestamp', 'token_expires', 'until']

/** Wire names of the fields whose value is a map with free keys. */
export const MAPS: readonly string[] = ['components_by_release_version', 'fields', 'history', 'mapped_fleet_roles']

/** The fields of {@link TIMES} in camelCase. */
export type TimeKey = 'autoRestartCooldownExpiration' | 'created' | 'firstSeen' | 'keptSince' | 'lastSeen' | 'since' | 'snoozedUntil' | 'startTime' | 'time' | 'timeAborted' | 'timeChanged' | 'timeCommitted' | 'timeCompleted' | 'timeConfirmed' | 'timeCreated' | 'timeExpires' | 'timeGroupsKept' | 'timeLastAttempt' | 'timeLastAutoRestarted' | 'timeLastStepPlanned' | 'timeLastUsed' | 'timeModified' | 'timeNextAttempt' | 'timeRequested' | 'timeResolved' | 'timeRunStateUpdated' | 'timeSent' | 'timeStarted' | 'timestamp' | 'tokenExpires' | 'until'
