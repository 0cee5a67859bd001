import stringWidth from 'string-width'

const GAP = '  '

/**
 * Formats rows as columns with headings, as wide as their content.
 * @param width width of the terminal. Columns that don't fit are left out from the right, except the first; null keeps
 * all, as in a file.
 */
export function table(headings: readonly string[], rows: readonly string[][], width: number | null): string {
  const lines = [headings.map((heading) => heading.toUpperCase().replaceAll('_', ' ')), ...rows]
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => stringWidth(line[at] ?? ''))))
  const shown = fitting(widths, width)
  return lines
    .map((line) =>
      line
        .slice(0, shown)
        .map((cell, at) => (at === shown - 1 ? cell : pad(cell, widths[at] ?? 0)))
        .join(GAP),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

/** Formats names and values, one pair per line. */
export function pairs(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...entries.map(([name]) => stringWidth(name)))
  return entries.map(([name, value]) => `${pad(name, width)}${GAP}${value}`.trimEnd() + '\n').join('')
}

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)))

function fitting(widths: number[], width: number | null): number {
  if (width === null) return widths.length
  let used = -GAP.length
  const over = widths.findIndex((column) => (used += GAP.length + column) > width)
  return over < 0 ? widths.length : Math.max(1, over)
}
