import type { Shape } from '../check/shape.ts'
import { type Token, tokensOf } from '../language/lexer.ts'
import { TIMESERIES_SCHEMAS } from '../schemas.ts'
import { fieldSuggestions, type KnownValues } from './field-suggestions.ts'
import { filterSuggestions } from './filter-suggestions.ts'
import { inputShapes, lastStage, type Stage } from './stage.ts'
import type { Suggestion } from './suggestion.ts'

/** Suggestions for the part of a text between two indexes, which ends at the cursor or with the word that it is in. */
export type Completion = { from: number; to: number; suggestions: readonly Suggestion[] }

const OPERATIONS: readonly Suggestion[] = [
  { text: 'filter', detail: 'Keeps series and points that fulfil a condition' },
  { text: 'align', detail: 'Resamples all series to the same times' },
  { text: 'group_by', detail: 'Adds up or averages series' },
  { text: 'join', detail: 'Puts the values of several tables side by side' },
  { text: 'first', detail: 'Keeps the first points of each series' },
  { text: 'last', detail: 'Keeps the last points of each series' },
]

const ALIGNMENTS: readonly Suggestion[] = [
  { text: 'mean_within(1m)', detail: 'Mean of each period' },
  { text: 'mean_within(5m)', detail: 'Mean of each period' },
  { text: 'mean_within(1h)', detail: 'Mean of each period' },
  { text: 'interpolate(1m)', detail: 'Line between the points beside each time' },
]

const REDUCERS: readonly Suggestion[] = [
  { text: 'mean', detail: 'Averages the series' },
  { text: 'sum', detail: 'Adds up the series' },
]

const PIPE: readonly Suggestion[] = [{ text: '|', detail: 'Next operation' }]

const SERIES: readonly Suggestion[] = TIMESERIES_SCHEMAS.map(({ timeseriesName, description }) => ({
  text: timeseriesName,
  detail: description.metric,
}))

/**
 * Returns what can stand at the cursor of an unfinished query, best first.
 * @param cursor an index in the text.
 * @param known values of fields.
 */
export function completionAt(text: string, cursor: number, known: KnownValues = () => []): Completion {
  const tokens = tokensOf(text.slice(0, cursor)).slice(0, -1)
  const last = tokens.at(-1)
  const isTyping = last !== undefined && isWord(last) && last.at + last.text.length === cursor
  const from = isTyping ? last.at : cursor
  const suggestions = possible(text, isTyping ? tokens.slice(0, -1) : tokens, known)
  return {
    from,
    to: endOfWord(text, cursor, last),
    suggestions: matching(suggestions, text.slice(from, cursor)),
  }
}

const isWord = ({ kind }: Token): boolean => kind !== 'symbol'

const WORD_END = /^[\w:]*/
/** The rest of a string up to its quote, by that quote. */
const STRING_END = { '"': /^(?:[^"\\\n]|\\.)*"/, "'": /^(?:[^'\\\n]|\\.)*'/ }

/** Returns the end of the word or string that the cursor is in. */
function endOfWord(text: string, cursor: number, last: Token | undefined): number {
  const rest = text.slice(cursor).split('\n', 1)[0]!
  const quote = last?.kind === 'invalid' ? last.text[0] : undefined
  const end = (quote === '"' || quote === "'") && STRING_END[quote].exec(rest)?.[0]
  // Without a quote of its own, the string would end where the next string of the line begins.
  if (end && tokensOf(rest.slice(end.length)).every((token) => !isOpenString(token)))
    return cursor + end.length
  return cursor + WORD_END.exec(rest)![0].length
}

const isOpenString = ({ kind, text }: Token): boolean => kind === 'invalid' && /^["']/.test(text)

/** Keeps suggestions that contain the typed text; those that begin with it come first. */
function matching(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const wanted = typed.toLowerCase()
  const found = suggestions.filter(({ text }) => text.toLowerCase().includes(wanted))
  if (found.length === 1 && found[0]!.text === typed) return []
  const begins = ({ text }: Suggestion) => text.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))]
}

function possible(text: string, tokens: readonly Token[], known: KnownValues): readonly Suggestion[] {
  const stage = lastStage(tokens)
  const { separator } = stage
  if (separator?.text === '}') return stage.tokens.length === 0 ? PIPE : []
  if (separator?.text !== '|') return sourceSuggestions(stage)
  const before = tokens.filter(({ at }) => at < separator.at)
  return operationSuggestions(stage.tokens, () => inputShapes(text, before, separator.at), known)
}

function sourceSuggestions({ separator, tokens }: Stage): readonly Suggestion[] {
  const [first, ...rest] = tokens
  if (!first)
    return [
      { text: 'get', detail: 'Reads a series' },
      ...(separator?.text === ';' ? [] : [{ text: '{', detail: 'Several queries' }]),
    ]
  if (first.text !== 'get') return []
  return rest.length === 0 ? SERIES : rest.length === 1 ? PIPE : []
}

function operationSuggestions(
  [operation, ...rest]: readonly Token[],
  shapes: () => readonly Shape[],
  known: KnownValues,
): readonly Suggestion[] {
  const last = rest.at(-1)
  switch (operation?.text) {
    case undefined:
      return OPERATIONS
    case 'filter':
      return filterSuggestions(rest, shapes(), known)
    case 'align':
      return rest.length === 0 ? ALIGNMENTS : last?.text === ')' ? PIPE : []
    case 'group_by':
      return groupSuggestions(rest, shapes)
    case 'join':
      return rest.length === 0 ? PIPE : []
    default:
      return last?.kind === 'number' ? PIPE : []
  }
}

function groupSuggestions(tokens: readonly Token[], shapes: () => readonly Shape[]): readonly Suggestion[] {
  const last = tokens.at(-1)
  if (!last) return [{ text: '[', detail: 'Fields to group by' }]
  const isClosed = tokens.some(({ text }) => text === ']')
  if (last.text === '[' || (last.text === ',' && !isClosed)) {
    const named = new Set(tokens.map(({ text }) => text))
    return fieldSuggestions(shapes()).filter(({ text }) => !named.has(text))
  }
  if (last.text === ',') return REDUCERS
  if (last.text === ']') return [{ text: ', sum', detail: REDUCERS[1]!.detail }, ...PIPE]
  return isClosed ? PIPE : [{ text: ']' }, { text: ',', detail: 'Another field' }]
}
