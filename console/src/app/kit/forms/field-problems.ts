import type { CallInput } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import type { Problem } from '@granary/domain/problems.ts'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { capitalize } from '../../../api/errors.ts'

/** Form fields by the path of the request that they fill, where the names differ. */
export type FieldsByPath<Values extends FieldValues> = Readonly<Record<string, FieldPath<Values>>>

type BodyOf<Id extends OperationId> =
  CallInput<Id> extends { body: infer Body extends FieldValues } ? Body : never

/** The same for one operation; a path that its body doesn't have fails to compile. */
export type FieldsOfBody<Id extends OperationId, Values extends FieldValues> = {
  readonly [Path in FieldPath<BodyOf<Id>>]?: FieldPath<Values>
}

/**
 * Returns the form field of a problem, or null. A part of a value without its own field belongs to the field of the
 * whole.
 * @param names the fields of the form.
 */
export function fieldOf<Values extends FieldValues>(
  { path }: Problem,
  names: ReadonlySet<string>,
  fields: FieldsByPath<Values>,
): FieldPath<Values> | null {
  const parts = partsOf(path)
  for (let length = parts.length; length > 0; length--) {
    const key = parts.slice(0, length).join('.')
    if (fields[key] !== undefined) return fields[key]
    if (names.has(key)) return key as FieldPath<Values>
  }
  return null
}

/** `boot_disk.size` is `bootDisk`, `size`; `disks[2].name` is `disks`, `2`, `name`. */
const partsOf = (path: string): string[] =>
  path
    .replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .split(/[.[\]]+/)
    .filter(Boolean)

/**
 * Returns what a problem is about, or '' for the whole request. Items of lists count from 1.
 * @param labelOf returns the label of a form field; a part of a value is named by its path instead.
 */
export function subjectOf<Values extends FieldValues>(
  { path }: Problem,
  fields: FieldsByPath<Values> = {},
  labelOf: (field: string) => string | undefined = () => undefined,
): string {
  const key = partsOf(path).join('.')
  const words = path
    .replaceAll(/\[(\d+)\]/g, (_, index: string) => ` ${Number(index) + 1}`)
    .replaceAll(/[._]/g, ' ')
  return words === '' ? '' : (labelOf(fields[key] ?? key) ?? capitalize(words))
}

/** Formats a problem as a line that stands without its field. */
export const lineOf = (subject: string, { message }: Problem): string =>
  subject === '' ? message : `${subject}: ${message}`

/** Returns the label of a field of a form that is on the page. */
export function labelIn(form: HTMLElement | undefined, field: string): string | undefined {
  const control = form?.querySelector<HTMLInputElement>(`[name="${CSS.escape(field)}"]`)
  return control?.labels?.[0]?.textContent ?? control?.ariaLabel ?? undefined
}

/** Whether the server's message about a problem names the field by its path. */
export const namesPath = ({ path }: Problem, message: string): boolean =>
  path !== '' && (message.includes(`"${path}"`) || message.includes(`${path}: `))
