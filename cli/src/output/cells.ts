import { formatBytes } from '@granary/domain/numbers.ts'
import type { Field } from '@granary/contract/commands/fields.ts'
import { harmless } from './harmless.ts'

/**
 * Formats a value for people. Objects are shown by their addresses, their state or their type, otherwise as JSON.
 * @param field the field in the contract.
 */
export function cell(value: unknown, field?: Field): string {
  if (value === null || value === undefined || value === '') return '-'
  if (field?.kind === 'bytes' && typeof value === 'number') return formatBytes(value)
  if (typeof value === 'string') return harmless(isTime(value) ? value.replace(/\.\d+Z$/, 'Z') : value)
  if (Array.isArray(value))
    return value.length === 0
      ? '-'
      : value.every(isScalar)
        ? value.map((item) => cell(item)).join(', ')
        : json(value)
  if (typeof value === 'object') {
    const addresses = addressesIn(value)
    if (addresses.length > 0) return harmless(addresses.join(', '))
    const { state, type }: { state?: unknown; type?: unknown } = value
    const word = state ?? type
    return typeof word === 'string' ? harmless(word) : json(value)
  }
  return json(value)
}

/** Formats a value with all of its parts, on one line. */
export const json = (value: unknown): string => harmless(JSON.stringify(value))

/** Returns the addresses of an interface's IP stack: that of each family. */
function addressesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'ip' && typeof inner === 'string' ? [inner] : addressesIn(inner),
  )
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)
