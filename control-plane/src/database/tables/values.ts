import type { BlockSize } from '@granary/domain/sizes.ts'

/** UTC, RFC 3339 with milliseconds and `Z`; compares as text. */
export type Time = string
/** Lower-case UUID. */
export type Id = string
/** JSON text. */
export type Json = string
/** A boolean, for which not every engine has a type. */
export type Flag = 0 | 1
export type { BlockSize }
/** An address as 32 hex digits, so that ranges compare as text; see `fixedWidth` in domain. */
export type FixedAddress = string

/** The columns of every named resource. */
export type Named = { id: Id; name: string; description: string; time_created: Time; time_modified: Time }

/** The columns of every named resource with tags, which are stored as `storedTags` of domain makes them. */
export type Tagged = Named & { tags: Json }
