import { NULLABLE } from '@granary/contract/generated/nullable.ts'
import { isPlain } from './casing.ts'

/** Sets the fields of an answer that the server omitted to null. */
export function fillNulls(operation: string, answer: unknown): void {
  for (const path of NULLABLE[operation] ?? []) fill(answer, path.split('.'))
}

function fill(value: unknown, [key, ...rest]: readonly string[]): void {
  if (Array.isArray(value)) for (const item of value) fill(item, [key!, ...rest])
  else if (isPlain(value) && key !== undefined) {
    if (rest.length > 0) fill(value[key], rest)
    else value[key] ??= null
  }
}
