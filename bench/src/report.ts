export type Section = { title: string; note?: string; columns: string[]; rows: (string | number)[][] }

/** Formats the figures as Markdown. */
export const toMarkdown = (machine: string, sections: Section[]): string =>
  `# Results\n\nMade by \`npm run bench\`. ${machine}\n\n${sections.map(formatSection).join('\n\n')}\n`

function formatSection({ title, note, columns, rows }: Section): string {
  return [
    `## ${title}`,
    ...(note ? [note] : []),
    [
      `| ${columns.join(' | ')} |`,
      `|${columns.map(() => '---').join('|')}|`,
      ...rows.map((row) => `| ${row.join(' | ')} |`),
    ].join('\n'),
  ].join('\n\n')
}

/**
 * Puts sections into a report in place of those with the same titles, or at its end.
 * @param machine where they were measured, since the rest may be from another day.
 */
export function withSections(report: string, machine: string, sections: Section[]): string {
  const [head, ...parts] = report.trimEnd().split(/\n(?=## )/)
  for (const section of sections) {
    const note = [section.note, machine].filter(Boolean).join(' ')
    const text = formatSection({ ...section, note })
    const at = parts.findIndex((part) => part.startsWith(`## ${section.title}\n`))
    parts.splice(at < 0 ? parts.length : at, 1, text)
  }
  return `${[head!.trimEnd(), ...parts.map((part) => part.trimEnd())].join('\n\n')}\n`
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
