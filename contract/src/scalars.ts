import {
  nameProblem,
  hostnameProblem,
  isUuid,
  normalizeUuid,
  descriptionProblem,
} from '@granary/domain/names.ts'
import { webUrlProblem } from '@granary/domain/web-addresses.ts'
import { z } from 'zod'

/** Text with a check whose message is the domain's own, so that form and server say the same words. */
export const checkedText = (problem: (value: string) => string | null) =>
  z.string().superRefine((value, context) => {
    const message = problem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** Resource name: 1 to 63 of a-z, 0-9 and `-`, a letter first, no dash last, not a UUID. */
export const Name = checkedText((value) => nameProblem(value)).meta({
  id: 'Name',
  description:
    'Begins with a lower-case letter; lower-case letters, digits and dashes; no dash at the end; at most 63.',
  pattern: '^[a-z]([a-z0-9-]*[a-z0-9])?$',
  minLength: 1,
  maxLength: 63,
})

/** Free text about a resource, at most 512 characters. */
export const Description = checkedText(descriptionProblem).meta({ maxLength: 512 })

/** An address that begins with `https://` or `http://`. */
export const WebUrl = checkedText(webUrlProblem).meta({ format: 'uri', maxLength: 2048 })

/** Host name after RFC 1035: dotted labels, 1 to 253 characters. */
export const Hostname = checkedText(hostnameProblem).meta({ id: 'Hostname', minLength: 1, maxLength: 253 })

export const Uuid = z
  .string()
  .refine(isUuid, 'must be a UUID')
  .overwrite((value) => normalizeUuid(value) ?? value)
  .meta({ format: 'uuid' })

/** Either the id of a resource or its name inside the parent that the query names. A UUID is always an id. */
export const NameOrId = z
  .string()
  .superRefine((value, context) => {
    if (isUuid(value)) return
    const message = nameProblem(value)
    if (message) context.addIssue({ code: 'custom', message: `${message} (or give an id)` })
  })
  .overwrite((value) => normalizeUuid(value) ?? value)
  .meta({ id: 'NameOrId' })

/** UTC time, RFC 3339 with `Z`. */
export const Timestamp = z.iso.datetime().meta({ format: 'date-time' })

/** A number of bytes, 0 or more. */
export const ByteCount = z.int().min(0).meta({ id: 'ByteCount', format: 'uint64' })

/** Fields that every named resource carries. */
export const identity = {
  id: Uuid,
  name: Name,
  description: z.string(),
  timeCreated: Timestamp,
  timeModified: Timestamp,
}

/** Fields that a create of a named resource takes. */
export const identityCreate = { name: Name, description: Description }

/** Fields that an update of a named resource takes: what is left out stays. */
export const identityUpdate = { name: Name.nullish(), description: Description.nullish() }

export const NameOrIdSortMode = z
  .enum(['name_ascending', 'name_descending', 'id_ascending'])
  .meta({ id: 'NameOrIdSortMode' })
export const IdSortMode = z.enum(['id_ascending']).meta({ id: 'IdSortMode' })
export const NameSortMode = z.enum(['name_ascending']).meta({ id: 'NameSortMode' })
export const TimeAndIdSortMode = z
  .enum(['time_and_id_ascending', 'time_and_id_descending'])
  .meta({ id: 'TimeAndIdSortMode' })

/** Query fields of a list that comes in pages. `limit` is 100 unless given; more than 10,000 counts as 10,000. */
export const paginated = <Sort extends z.ZodType>(sort: Sort) => ({
  limit: z.int().min(1).max(4_294_967_295).optional(),
  pageToken: z.string().max(1024).nullish(),
  sortBy: sort.optional(),
})

/** A page of a list; `nextPage` is the token of the page after it, null after the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextPage: z.string().nullable() })

/** Query of an operation that finds a resource of a project: required with a name, refused with an id. */
export const inProject = { project: NameOrId.optional() }
