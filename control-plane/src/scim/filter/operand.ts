import { refused } from '../http/errors.ts'
import type { Attribute } from '../schema/attribute.ts'
import type { Comparator, Operand } from './filter.ts'
import type { Token } from './lexer.ts'

const EQUALITY: readonly Comparator[] = ['eq', 'ne']
const ORDER: readonly Comparator[] = ['gt', 'ge', 'lt', 'le']

/**
 * Reads the value that an attribute is compared with.
 * @throws ScimError 400 invalidFilter if the attribute does not support the operator or the type of the value.
 */
export function operandOf(token: Token, attribute: Attribute, comparator: Comparator): Operand {
  const { name, type } = attribute
  const value = valueOf(token)
  const no = (reason: string) => refused('invalidFilter', `character ${token.at}: ${reason}`)
  if (value === null) {
    if (!EQUALITY.includes(comparator)) throw no('null compares with eq and ne only')
    return null
  }
  if (type === 'boolean') {
    // Some providers send booleans as strings.
    const flag = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value
    if (typeof flag !== 'boolean') throw no(`${name} is true or false`)
    if (!EQUALITY.includes(comparator)) throw no(`${name} compares with eq and ne only`)
    return flag
  }
  if (typeof value !== 'string') throw no(`${name} compares with a text in quotation marks`)
  if (type !== 'dateTime') return value
  if (!EQUALITY.includes(comparator) && !ORDER.includes(comparator))
    throw no(`${name} is a time: it compares with eq, ne, gt, ge, lt and le`)
  const time = Date.parse(value)
  if (Number.isNaN(time)) throw no(`${name} compares with a time such as "2026-01-31T12:00:00Z"`)
  return time
}

const WORDS = new Map<string, Operand>([
  ['true', true],
  ['false', false],
  ['null', null],
])

function valueOf(token: Token): Operand {
  if (token.kind === 'text') return token.text
  if (token.kind === 'number') {
    const number = Number(token.text)
    if (Number.isFinite(number)) return number
  }
  if (token.kind === 'word') {
    const known = WORDS.get(token.text.toLowerCase())
    if (known !== undefined) return known
  }
  throw refused('invalidFilter', `a value is missing at character ${token.at}`)
}
