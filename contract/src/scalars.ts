import {
  DESCRIPTION_MAX_LENGTH,
  NAME_MAX_LENGTH,
  nameProblem,
  hostnameProblem,
  isUuid,
  normalizeUuid,
  descriptionProblem,
} from '@granary/domain/names.ts'
import { MAX_PAGE_TOKEN } from '@granary/domain/page-tokens.ts'
import type { ProblemCode } from '@granary/domain/problems.ts'
import { webUrlProblem } from '@granary/domain/web-addresses.ts'
import { z } from 'zod'
import { extra, extraInput } from './extension.ts'

/**
 * Adds the issue of a domain rule, with the error code of its refusal.
 * @param at path of the problem inside the checked value.
 */
export function addProblem(context: z.RefinementCtx, code: ProblemCode, message: string, at = ''): void {
  context.addIssue({ code: 'custom', message, params: { code, at } })
}

/**
 * Text with a check whose message comes from the domain, so that forms and server use the same words.
 * @param maxLength maximum length in characters. A longer text is refused even if the rule accepts it.
 */
export const checkedText = (problem: (value: string) => string | null, maxLength: number) =>
  z
    .string()
    .superRefine((value, context) => {
      const tooLong = value.length > maxLength ? `must be at most ${maxLength} characters` : null
      const message = problem(value) ?? tooLong
      if (message) addProblem(context, textCode(value, maxLength), message)
    })
    .meta({ maxLength })

const textCode = (value: string, maxLength: number): ProblemCode =>
  value === '' ? 'required' : value.length > maxLength ? 'too_long' : 'invalid_format'

/** Resource name: 1 to 63 of a-z, 0-9 and `-`, starting with a letter, not ending with a dash, not a UUID. */
export const Name = checkedText((value) => nameProblem(value), NAME_MAX_LENGTH).meta({
  id: 'Name',
  description:
    'Lowercase letters, digits and hyphens; starts with a letter, does not end with a hyphen; at most 63 characters',
  // Of the values of `NameOrId`, a UUID is no name.
  pattern:
    '^(?![0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$)[a-z]([a-z0-9-]*[a-z0-9])?$',
  minLength: 1,
})

/** Free text about a resource, at most 512 characters. */
export const Description = checkedText(descriptionProblem, DESCRIPTION_MAX_LENGTH)

/** An address that begins with `https://` or `http://`. */
export const WebUrl = checkedText(webUrlProblem, 2048).meta({ format: 'uri' })

/** Host name (RFC 1035): dotted labels, 1 to 253 characters. */
export const Hostname = checkedText(hostnameProblem, 253).meta({
  id: 'Hostname',
  minLength: 1,
})

/** An IPv4 or IPv6 address in an answer. */
export const IpText = z.string().meta({ format: 'ip' })

export const Uuid = z
  .string()
  .refine(isUuid, 'must be a UUID')
  .overwrite((value) => normalizeUuid(value) ?? value)
  .meta({ format: 'uuid' })

/** The id of a resource, or its name inside the parent that the query names. A UUID always counts as an id. */
export const NameOrId = z
  .string()
  .superRefine((value, context) => {
    if (isUuid(value)) return
    const message = nameProblem(value)
    if (message) addProblem(context, textCode(value, NAME_MAX_LENGTH), `${message} (or give an id)`)
  })
  .overwrite((value) => normalizeUuid(value) ?? value)
  .meta({
    id: 'NameOrId',
    description: 'A name, or an ID (a UUID)',
    type: undefined,
    maxLength: 63,
    oneOf: [{ type: 'string', format: 'uuid' }, { $ref: '#/components/schemas/Name' }],
  })

/** Maximum length of a time in characters: its fraction of a second may have any number of digits. */
const MAX_TIME_LENGTH = 64

const time = (form: z.ZodISODateTime) =>
  form
    .refine((text) => text.length <= MAX_TIME_LENGTH, `must be at most ${MAX_TIME_LENGTH} characters`)
    .meta({ format: 'date-time' })

/** UTC time, RFC 3339 with `Z`. */
export const Timestamp = time(z.iso.datetime())
/** Time with any offset, RFC 3339. */
export const OffsetTimestamp = time(z.iso.datetime({ offset: true }))

/** The largest byte count: 2^63 - 1, which JavaScript reads as 2^63. */
const MAX_BYTES = 2 ** 63

/** A number of bytes, 0 or more. The operation that creates a resource checks its own limits, with its own messages. */
export const ByteCount = z
  .number()
  .refine(Number.isInteger, 'must be a whole number')
  .min(0)
  .max(MAX_BYTES)
  .meta({ id: 'ByteCount', type: 'integer', format: 'uint64' })

const id = Uuid.meta({ description: 'Unique ID, which never changes' })

/** Fields that every named resource has. */
export const identity = {
  id,
  name: Name.meta({ description: 'Name, unique among resources of this kind in the same parent' }),
  description: z.string().meta({ description: 'Free text for people' }),
  timeCreated: Timestamp.meta({ description: 'When it was created' }),
  timeModified: Timestamp.meta({ description: 'When its settings were last changed' }),
}

/** Fields of the request that creates a named resource. */
export const identityCreate = {
  name: Name.meta({ description: 'Name, unique among resources of this kind in the same parent' }),
  description: Description.meta({ description: 'Free text for people, at most 512 characters' }),
}

/** Fields of the request that updates a named resource. */
export const identityUpdate = {
  name: Name.nullish().meta({ description: 'New name; stays as it is when left out' }),
  description: Description.nullish().meta({ description: 'New free text; stays as it is when left out' }),
}

export const NameOrIdSortMode = z
  .enum(['name_ascending', 'name_descending', 'id_ascending'])
  .meta({ id: 'NameOrIdSortMode' })
export const IdSortMode = z.enum(['id_ascending']).meta({ id: 'IdSortMode' })
export const NameSortMode = z.enum(['name_ascending']).meta({ id: 'NameSortMode' })
export const TimeAndIdSortMode = z
  .enum(['time_and_id_ascending', 'time_and_id_descending'])
  .meta({ id: 'TimeAndIdSortMode' })

/** Key in the metadata of an optional query field that the first page of a list needs. */
export const FIRST_PAGE = 'neededByFirstPage'

/** Query fields of a paged list that has one order. */
export const paged = {
  limit: z
    .int()
    .min(1)
    .max(4_294_967_295)
    .optional()
    .meta({ description: 'Items per page: 100 unless given, at most 1,000' }),
  pageToken: z.string().max(MAX_PAGE_TOKEN).nullish().meta({
    description: '`next_page` of the page before; it carries the other parameters of the first page',
  }),
}

/** Query fields of a paged list. */
export const paginated = <Sort extends z.ZodType>(sort: Sort) => ({
  ...paged,
  sortBy: sort.optional().meta({ description: 'Order of the items' }),
})

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item).meta({ description: 'Items of this page, in order' }),
    nextPage: z.string().nullable().meta({ description: 'Token of the next page; null after the last one' }),
  })

/** Query of an operation on a project. */
export const ofProject = { project: NameOrId.meta({ description: 'Name or ID of the project' }) }

/** Query of an operation that finds a resource of a project: required with a name, refused with an ID. */
export const inProject = {
  project: NameOrId.optional().meta({
    description: 'Name or ID of the project: required with a name, refused with an ID',
  }),
}

/** Size of a list. */
export const ListTotal = z
  .object({
    count: z.int().min(0).meta({ description: 'Items on all pages, at most 10,000' }),
    isCapped: z.boolean().meta({ description: 'Whether there are more than `count`' }),
  })
  .meta({ id: 'ListTotal' })

/** A page of a list that can be counted; see {@link searchable}. */
export const countedPageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    ...pageOf(item).shape,
    total: extra(
      ListTotal.meta({
        description:
          'Size of the list if `include_total` asks for it. Left out if a filter would have to read more than 10,000 items.',
      }),
    ),
  })

/** Query of a list of named resources that can be filtered by name, counted, and sorted by time. `list-filter.ts` adds other orders. */
export const searchable = {
  nameContains: extraInput(
    z.string().max(63).meta({ description: 'Only names that contain this text, in upper or lower case' }),
  ),
  createdOrder: extraInput(
    z
      .enum(['ascending', 'descending'])
      .meta({ description: 'The same as `order_by` with `created_ascending` or `created_descending`' }),
  ),
  includeTotal: extraInput(z.boolean().meta({ description: 'Whether to count the items of all pages' })),
}
