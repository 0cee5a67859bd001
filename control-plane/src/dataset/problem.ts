/** Something in a data set that cannot be: says where (as a JSON path), what is wrong and what is allowed. */
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

const SHOWN = 12

/** Refuses a name that nothing has, and says which names there are. */
export function failUnknown(path: string, what: string, name: string, known: Iterable<string>): never {
  const names = [...known]
  const some = names
    .slice(0, SHOWN)
    .map((each) => `"${each}"`)
    .join(', ')
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  return fail(
    path,
    `there is no ${what} "${name}"; ${names.length ? `there is ${some}${more}` : 'there is none'}`,
  )
}
