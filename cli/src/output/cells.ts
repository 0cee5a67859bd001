import { formatBytes } from '@granary/domain/numbers.ts'
import type { Field } from '../fields.ts'
import { harmless } from './harmless.ts'

/**
 * Formats a value for people. Objects are shown by their state or type, otherwise as JSON.
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
    const { state, type } = value as { state?: unknown; type?: unknown }
    const word = state ?? type
    return typeof word === 'string' ? harmless(word) : json(value)
  }
  return json(value)
}

/** Formats a value with all of its parts, on one line. */
export const json = (value: unknown): string => harmless(JSON.stringify(value))

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)
