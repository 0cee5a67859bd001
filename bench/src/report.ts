export type Section = { title: string; note?: string; columns: string[]; rows: (string | number)[][] }

/** Formats the figures as Markdown. */
export function toMarkdown(machine: string, sections: Section[]): string {
  const table = ({ title, note, columns, rows }: Section) =>
    [
      `## ${title}`,
      ...(note ? [note] : []),
      [
        `| ${columns.join(' | ')} |`,
        `|${columns.map(() => '---').join('|')}|`,
        ...rows.map((row) => `| ${row.join(' | ')} |`),
      ].join('\n'),
    ].join('\n\n')
  return `# Results\n\nMade by \`npm run bench\`. ${machine}\n\n${sections.map(table).join('\n\n')}\n`
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

/** Returns the 99th percentile. */
export const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * 0.99))]!

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits))

/** Repeats a measurement sequentially. */
export async function repeat<Result>(times: number, once: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let run = 0; run < times; run++) results.push(await once())
  return results
}
