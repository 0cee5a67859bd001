import type { Shape } from '../check/shape.ts'
import type { Token } from '../language/lexer.ts'
import {
  fieldSuggestions,
  type KnownValues,
  operatorSuggestions,
  specialFields,
  valueSuggestions,
} from './field-suggestions.ts'
import { isSymbol } from './stage.ts'
import type { Suggestion } from './suggestion.ts'

const BEFORE_FIELD = new Set(['&&', '||', '^', '(', '!'])
const COMPARISONS = new Set(['==', '!=', '>', '>=', '<', '<=', '~='])
const CLOSING = new Set([')'])

/**
 * Returns what can follow in the condition of a filter.
 * @param tokens those behind `filter`.
 */
export function filterSuggestions(
  tokens: readonly Token[],
  shapes: readonly Shape[],
  known: KnownValues,
): readonly Suggestion[] {
  const last = tokens.at(-1)
  const before = tokens.at(-2)
  if (!last || isSymbol(last, BEFORE_FIELD))
    // Nearly every query is about a period.
    return [
      ...specialFields(shapes).slice(0, 1),
      ...fieldSuggestions(shapes),
      ...specialFields(shapes).slice(1),
    ]
  if (isSymbol(last, COMPARISONS))
    return before?.kind === 'name' ? valueSuggestions(before.text, shapes, known) : []
  if (isSymbol(before, COMPARISONS) || isSymbol(last, CLOSING) || last.kind === 'duration')
    return [
      { text: '&&', detail: 'And' },
      { text: '||', detail: 'Or' },
      { text: '|', detail: 'Next operation' },
    ]
  return last.kind === 'name' ? operatorSuggestions(last.text, shapes) : []
}
