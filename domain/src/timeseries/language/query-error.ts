/** A query that can't be answered as it is. The message is for its author. */
export class QueryError extends Error {
  /** Index in the text of the query, if the mistake is at one place. */
  readonly offset: number | null

  constructor(message: string, offset: number | null = null) {
    super(message)
    this.offset = offset
  }
}

export type Position = { line: number; column: number }

/** Returns line and column of an index in a text, both from 1. A column is a UTF-16 unit. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}

/** Returns the message with its position: `expected "]" at line 1, column 14`. */
export function messageWithPosition(text: string, { message, offset }: QueryError): string {
  if (offset === null) return message
  const { line, column } = positionAt(text, offset)
  return `${message} at line ${line}, column ${column}`
}
