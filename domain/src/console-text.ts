/** Sequences that move the cursor, colour or name a terminal (ECMA-48, sections 5.4 and 5.6), and characters without a shape. */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex -- these are the characters of a terminal
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[ -/]*[0-~])|[\u0000-\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F]/g

/** Characters of a line: what a wide terminal shows. */
const MAX_LINE = 240

/**
 * Returns the last lines of a serial console as text: what a terminal without colours would show. A line that is written anew after a
 * carriage return has its last text. Empty lines at the end are left out.
 * @param text the last output; its first line may be cut.
 * @param count the most lines.
 */
export function lastLines(text: string, count: number): string[] {
  const lines = text
    .replaceAll(SEQUENCES, '')
    .split('\n')
    .map((line) => {
      const written = line.trimEnd().split('\r')
      return written.at(-1)!.slice(0, MAX_LINE)
    })
  while (lines.length > 0 && lines.at(-1)!.trim() === '') lines.pop()
  return lines.slice(-count)
}
