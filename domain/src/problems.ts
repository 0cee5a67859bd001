/** Stable codes for what is wrong with one field of a request, and their meanings. */
export const PROBLEM_CODES = {
  required: 'The field is missing or empty.',
  invalid_type: 'The value has another JSON type than the field.',
  invalid_format: 'The text does not have the form that the field takes.',
  too_short: 'The text or list is shorter than the field allows.',
  too_long: 'The text or list is longer than the field allows.',
  out_of_range: 'The number or size is below the minimum or above the maximum.',
  not_multiple: 'The number or size is not a multiple of the step that the field takes.',
  not_allowed: 'The value cannot be used here: not at all, not with the other values, or not in this state.',
  duplicate: 'The value is listed more than once.',
  already_exists: 'The name or id is taken.',
  not_found: 'No resource that the caller can see has this name or id.',
  quota_exceeded: 'The quota of the silo does not allow this amount.',
  no_capacity: 'The hardware or the pool has too little left.',
} as const

export type ProblemCode = keyof typeof PROBLEM_CODES

/** What is wrong with one field of a request. */
export type Problem = {
  /** Path in wire names, with dots and indexes: `boot_disk.size`, `disks[2].name`. Empty for the whole body. */
  path: string
  code: ProblemCode
  /** A sentence about the field. Does not repeat the path. */
  message: string
}

/** Joins the parts of a path: `['disks', 2, 'name']` becomes `disks[2].name`. */
export const problemPath = (parts: readonly (string | number)[]): string =>
  parts.reduce<string>((path, part) => {
    if (typeof part === 'number') return `${path}[${part}]`
    return path === '' || part === '' || part.startsWith('[') ? `${path}${part}` : `${path}.${part}`
  }, '')
