import { ipNetProblem, ipProblem } from '../ip.ts'
import { isUuid, nameProblem } from '../names.ts'
import { tagKeyProblem, tagOf } from '../tags.ts'
import type { FilterField } from './fields.ts'

/** How a term compares a field; empty for the usual comparison of its kind. */
export const OPERATORS = ['', '=', '<', '<=', '>', '>='] as const
export type Operator = (typeof OPERATORS)[number]

/** The value of a reference that is set, or of any tag, whatever it is. */
export const ANY = '*'

const POWERS: Record<string, number> = { '': 0, B: 0, K: 1, M: 2, G: 3, T: 4, P: 5 }
const SIZE = /^(\d{1,15}(?:\.\d{1,6})?)(?:([KMGTP])(?:IB)?|B)?$/

/** Returns the bytes of a size such as `20GiB`, `512M` or `1.5t`, all with binary units; null if it is none. */
export function sizeIn(text: string): number | null {
  const [, number, unit = ''] = SIZE.exec(text.toUpperCase()) ?? []
  return number === undefined ? null : Number(number) * 1024 ** POWERS[unit]!
}

/** Returns a whole number, or null. */
export const numberIn = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null)

const HOUR = 3_600_000
const UNITS: Record<string, number> = {
  m: 60_000,
  h: HOUR,
  d: 24 * HOUR,
  w: 7 * 24 * HOUR,
  y: 365 * 24 * HOUR,
}
const AGE = /^(\d{1,5})([mhdwy])$/
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** A time that a term compares with: an age in milliseconds such as `7d`, or a moment such as `2026-01-31` in UTC. */
export type TimeBound = { age: number } | { at: number }

/** Reads a time, or returns null. */
export function timeIn(text: string): TimeBound | null {
  const [, count, unit = ''] = AGE.exec(text) ?? []
  if (count !== undefined) return { age: Number(count) * UNITS[unit]! }
  const at = DATE.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? null : { at }
}

/** Whether a text is an address, or a network in CIDR form. */
export const isAddress = (text: string): boolean =>
  (text.includes('/') ? ipNetProblem(text) : ipProblem(text)) === null

/** Returns what a value of the field has to be, for the message about another one; null if this one is right. */
export function valueProblem(field: FilterField, operator: Operator, value: string): string | null {
  switch (field.kind) {
    case 'text':
      return null
    case 'choice':
      return field.values?.includes(value) ? null : `must be one of ${(field.values ?? []).join(', ')}`
    case 'number':
      return numberIn(value) === null ? 'must be a whole number, such as 4 or >=4' : null
    case 'size':
      return sizeIn(value) === null ? 'must be a size, such as >20GiB or 512MiB' : null
    case 'time':
      return timeIn(value) !== null && operator !== '' && operator !== '='
        ? null
        : 'must be < or > with an age such as <7d or >12h, or with a date such as >2026-01-31'
    case 'address':
      return isAddress(value) ? null : 'must be an address such as 10.0.0.3, or a network such as 10.0.0.0/24'
    case 'reference':
      return value === ANY || isUuid(value) || nameProblem(value) === null
        ? null
        : 'must be a name, an ID, or * for any'
    case 'tag':
      return value === ANY || tagKeyProblem(tagOf(value).key) === null
        ? null
        : 'must be a tag such as env=prod, the key of one such as env, or * for any'
  }
}

const ALLOWED: Record<FilterField['kind'], readonly Operator[]> = {
  text: ['', '='],
  choice: [''],
  number: OPERATORS,
  size: OPERATORS,
  time: ['<', '<=', '>', '>='],
  address: [''],
  reference: [''],
  tag: [''],
}

/** Whether a field can be compared in this way. */
export const takesOperator = ({ kind }: FilterField, operator: Operator): boolean =>
  ALLOWED[kind].includes(operator)
