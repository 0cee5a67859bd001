/** A problem in a data set: its JSON path, the problem and the allowed values. */
export class DatasetError extends Error {
  constructor(problems: readonly string[]) {
    super(`the data set cannot be loaded:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'DatasetError'
  }
}

/** Refuses the data set because of the value at a path. */
export const fail = (path: string, message: string): never => {
  throw new DatasetError([`${path}: ${message}`])
}

const MAX_SHOWN = 12

/** Refuses an unknown name, with the known ones in the message. */
export function failUnknown(path: string, what: string, name: string, known: Iterable<string>): never {
  const names = [...known]
  const some = names
    .slice(0, MAX_SHOWN)
    .map((each) => `"${each}"`)
    .join(', ')
  const more = names.length > MAX_SHOWN ? ` and ${names.length - MAX_SHOWN} more` : ''
  return fail(
    path,
    `there is no ${what} "${name}"; ${names.length ? `there is ${some}${more}` : 'there is none'}`,
  )
}

/** Returns why a resource could not be made. Only a faulted one has a reason. */
export const failureOf = (path: string, state: string, failure: string | null | undefined): string | null =>
  failure != null && state !== 'faulted'
    ? fail(`${path}.failure`, 'only in the state "faulted"')
    : (failure ?? null)
