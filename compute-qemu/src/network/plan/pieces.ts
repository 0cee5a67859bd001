/**
 * Splits commands for several transactions.
 * @param limit characters of a piece; a longer command is a piece of its own.
 */
export function piecesOf(commands: readonly string[], limit: number): string[][] {
  const pieces: string[][] = []
  let size = Infinity
  for (const command of commands) {
    size += command.length + 1
    if (size > limit) {
      pieces.push([])
      size = command.length + 1
    }
    pieces.at(-1)!.push(command)
  }
  return pieces
}
