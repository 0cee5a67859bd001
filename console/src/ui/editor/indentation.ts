/** Spaces of one level. */
const STEP = '  '

/**
 * Returns the indentation of a new line of YAML after this text of the line before: the same, of the keys beside it after `- key: a`,
 * and one level more after a key without a value or a `|`.
 */
export function indentationAfter(line: string): string {
  const [, spaces = '', items = '', rest = ''] = /^([ ]*)((?:- +)*)(.*)$/.exec(line)!
  const opens = /(^|:\s|^.*\s)[|>][+-]?\d?\s*$|:\s*$/.test(rest) && !/^\s*#/.test(rest)
  const isMap = /^[\w.-]+:(\s|$)/.test(rest)
  const own = items !== '' && isMap ? spaces + ' '.repeat(items.length) : spaces
  return opens ? own + STEP : own
}
