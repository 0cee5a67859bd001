import type { BlockSize } from '@granary/domain/sizes.ts'

/** UTC, RFC 3339 with milliseconds and `Z`; compares as text. */
export type Time = string
/** Lower-case UUID. */
export type Id = string
/** JSON text. */
export type Json = string
/** No and yes, which not every engine has a type for. */
export type Flag = 0 | 1
export type { BlockSize }
/** An address as 32 hex digits, so that ranges compare as text; see domain `fixedWidth`. */
export type FixedAddress = string

/** What everything with a name of its own has. */
export type Named = { id: Id; name: string; description: string; time_created: Time; time_modified: Time }
