import { present } from '../../kit/base/present.ts'
import { refused, type ScimError } from '../http/errors.ts'
import type { Attribute, ResourceType } from '../schema/attribute.ts'
import { resolvePath } from '../schema/resolve.ts'
import type { Comparator, Filter, Where } from './filter.ts'
import { type Token, tokensOf } from './lexer.ts'
import { operandOf } from './operand.ts'

/** Maximum nesting of brackets. */
const MAX_DEPTH = 20

const COMPARATORS: readonly Comparator[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']
const isComparator = (text: string): text is Comparator => COMPARATORS.some((one) => one === text)

/** Resolves an attribute name in the scope of the filter. */
type Scope = (name: string) => Where | null

/** Parses a filter on resources of a type. @throws ScimError 400 invalidFilter with the reason and the position. */
export function parseFilter(source: string, type: ResourceType): Filter {
  const reader = new FilterReader(tokensOf(source))
  const filter = reader.anyOf(scopeOfType(type))
  reader.take('end')
  return filter
}

/** Resolves names of a resource type. */
const scopeOfType =
  (type: ResourceType): Scope =>
  (name) => {
    const found = resolvePath(type, name)
    if (!found) return null
    const { extension, attribute, sub } = found
    const keys = [...(extension ? [extension] : []), attribute.name, ...(sub ? [sub.name] : [])]
    return { keys, attribute: sub ?? attribute }
  }

/** Resolves names in one value of an attribute. */
export const scopeOfValue =
  (attribute: Attribute): Scope =>
  (name) => {
    const lower = name.toLowerCase()
    const sub = attribute.subAttributes?.find((one) => one.name.toLowerCase() === lower)
    return sub ? { keys: [sub.name], attribute: sub } : null
  }

/** Parses filters from tokens, including the filters in brackets of a PATCH path. */
export class FilterReader {
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  peek(): Token {
    return present(this.#tokens[this.#next], 'the next token')
  }

  /** Consumes the next token, which must be of this kind. */
  take(kind: Token['kind']): Token {
    const token = this.peek()
    if (token.kind !== kind) throw this.unexpected(kind === 'end' ? '"and", "or" or the end' : kind)
    this.#next++
    return token
  }

  unexpected(wanted: string): ScimError {
    return refused('invalidFilter', `${wanted} is missing at character ${this.peek().at}`)
  }

  /** Parses filters joined with "or"; "and" binds tighter. */
  anyOf(scope: Scope): Filter {
    return this.#joined('or', () => this.#joined('and', () => this.#one(scope)))
  }

  #joined(op: 'and' | 'or', read: () => Filter): Filter {
    const of = [read()]
    while (this.#takeWord(op)) of.push(read())
    return of.length === 1 ? present(of[0], 'the term') : { op, of }
  }

  #one(scope: Scope): Filter {
    if (this.#isWord('not') && this.#tokens[this.#next + 1]?.kind === '(') {
      this.#next++
      return { op: 'not', filter: this.#inside('(', ')', scope) }
    }
    if (this.peek().kind === '(') return this.#inside('(', ')', scope)
    const name = this.take('word')
    const where = scope(name.text)
    if (!where) throw refused('invalidFilter', `the name at character ${name.at} is no attribute here`)
    return this.peek().kind === '[' ? this.#someValue(where) : this.#test(where)
  }

  /** Parses `[…]` and a test of a sub-attribute of the matching values: `emails[type eq "work"].value pr`. */
  #someValue(where: Where): Filter {
    const inValue = scopeOfValue(where.attribute)
    const filter = this.valueFilter(where.attribute)
    if (this.peek().kind !== 'sub') return { op: 'some', where, filter }
    const sub = this.take('sub')
    const part = inValue(sub.text)
    if (!part) throw refused('invalidFilter', `the name at character ${sub.at} is no attribute here`)
    return { op: 'some', where, filter: { op: 'and', of: [filter, this.#test(part)] } }
  }

  /** Parses the filter in the brackets after an attribute. */
  valueFilter(attribute: Attribute): Filter {
    if (!attribute.subAttributes || !attribute.multiValued)
      throw refused('invalidFilter', `${attribute.name} has no values that brackets could choose from`)
    return this.#inside('[', ']', scopeOfValue(attribute))
  }

  #inside(open: '(' | '[', close: ')' | ']', scope: Scope): Filter {
    if (++this.#depth > MAX_DEPTH)
      throw refused('invalidFilter', `brackets may stand ${MAX_DEPTH} deep in each other at most`)
    this.take(open)
    const filter = this.anyOf(scope)
    this.take(close)
    this.#depth--
    return filter
  }

  #test(where: Where): Filter {
    if (this.#takeWord('pr')) return { op: 'present', where }
    const word = this.peek()
    const comparator = word.text.toLowerCase()
    if (word.kind !== 'word' || !isComparator(comparator))
      throw this.unexpected(`one of ${COMPARATORS.join(', ')}, pr`)
    this.#next++
    const compared = comparable(where)
    const operand = operandOf(this.peek(), compared.attribute, comparator)
    this.#next++
    return { op: 'compare', comparator, where: compared, operand }
  }

  #isWord(word: string): boolean {
    return this.peek().kind === 'word' && this.peek().text.toLowerCase() === word
  }

  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false
    this.#next++
    return true
  }
}

/** A multi-valued attribute compares by its `value`: `emails co "@example.com"`. */
function comparable(where: Where): Where {
  const { attribute, keys } = where
  if (attribute.type !== 'complex') return where
  const value = attribute.multiValued && attribute.subAttributes?.find(({ name }) => name === 'value')
  if (!value) throw refused('invalidFilter', `${attribute.name} has parts: name one of them`)
  return { keys: [...keys, value.name], attribute: value }
}
