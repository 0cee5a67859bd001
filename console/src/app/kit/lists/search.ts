import { ignorable } from '@granary/contract/call.ts'
import { isUuid, nameProblem } from '@granary/domain/names.ts'

/** Maximum length of the text of a filter: one character more than the server takes, which then says that it is too long. */
const MAX_TEXT = 2_001

/** The text of a filter in the URL of a list page: a part of a name, or terms. */
export type NameFilter = { name?: string | undefined }

/** Reads a filter of several values from a URL, and ignores unknown ones. */
export const choiceFilter = <Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
): Choice[] | undefined => {
  const given = ([] as unknown[]).concat(value ?? [])
  const known = choices.filter((one) => given.includes(one))
  return known.length > 0 ? known : undefined
}

/** Maximum number of values of one filter. */
const MAX_VALUES = 100

/** Reads a filter of several texts from a URL. */
export const textFilter = (value: unknown): string[] | undefined => {
  const given = ([] as unknown[])
    .concat(value ?? [])
    // The router parses `?os=12` as a number.
    .map((one) => (typeof one === 'number' ? String(one) : one))
    .filter((one) => typeof one === 'string' && one !== '') as string[]
  return given.length > 0 ? [...new Set(given)].slice(0, MAX_VALUES) : undefined
}

/** Reads a filter of several names or IDs from a URL, and ignores what can be neither: the server would refuse the whole list. */
export const namesFilter = (value: unknown): string[] | undefined => {
  const names = textFilter(value)?.filter((text) => nameProblem(text) === null || isUuid(text)) ?? []
  return names.length > 0 ? names : undefined
}

/** A filter by state, several in one list. */
export const stateFilter = <State extends string>(
  states: readonly State[],
  { state }: Record<string, unknown>,
): State[] | undefined => choiceFilter(states, state)

const quoted = (value: string): string =>
  /^\w[\w.-]*$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/**
 * Returns the filter of a list as its parameter: the text, and the values that are chosen in menus.
 * @param chosen values by the beginning of their term, such as `state:`.
 */
export function filterOf(
  text: string | undefined,
  chosen: Record<string, readonly string[] | undefined> = {},
) {
  const terms = Object.entries(chosen).map(
    ([term, values]) => values && `${term}${values.map(quoted).join(',')}`,
  )
  return ignorable([text, ...terms].filter(Boolean).join(' ') || undefined)
}

/**
 * Parses the filter by name of a URL and ignores everything else. The key is always present: the router merges the
 * result over the URL's own query, so an omitted key would keep its invalid value.
 */
export const nameFilter = ({ name }: Record<string, unknown>): NameFilter => {
  // The router parses `?name=12` as a number.
  const text = typeof name === 'number' ? String(name) : name
  // The server refuses text with the character U+0000.
  const isText = typeof text === 'string' && text !== '' && !text.includes('\0')
  return { name: isText ? text.slice(0, MAX_TEXT) : undefined }
}
