import { type Token, tokensOf } from './query-tokens.ts'

const COLORS: Record<Token['kind'], string | undefined> = {
  keyword: 'text-change',
  string: 'text-positive',
  number: 'text-info',
  plain: undefined,
}

/** The text of a query with its keywords, texts and numbers in colours. */
export const HighlightedQuery = ({ query }: { query: string }) =>
  tokensOf(query).map(({ kind, text }, at) => (
    <span key={at} className={COLORS[kind]}>
      {text}
    </span>
  ))
