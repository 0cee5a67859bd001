/**
 * Returns the names of the values of a table, each once: those of its metrics without their targets. `join` may put several
 * metrics of one name side by side, and later ones get their position as a suffix.
 * @param table the name of the table: the names of its series, separated by commas.
 * @param count number of values of a point.
 */
export function valueNames(table: string, count: number): string[] {
  const metrics = table.split(',').map((name) => name.slice(name.indexOf(':') + 1))
  return Array.from({ length: count }, (_, at) => {
    const name = metrics[at] ?? 'value'
    return metrics.indexOf(name) === at ? name : `${name}_${at + 1}`
  })
}
