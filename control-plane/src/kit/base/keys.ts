/** Returns the keys of a record that has none besides those of its type, because the code declares it. */
export const keysOf = <Declared extends object>(record: Declared): (keyof Declared & string)[] =>
  Object.keys(record) as (keyof Declared & string)[]
