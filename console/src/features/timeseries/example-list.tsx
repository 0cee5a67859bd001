import { HighlightedQuery } from '../../kinds/metrics/highlighted-query.tsx'
import type { Example } from './examples.ts'

type ExampleListProps = { examples: readonly Example[]; onChoose: (query: string) => void }

/** Queries to start from. */
export const ExampleList = ({ examples, onChoose }: ExampleListProps) => (
  <section>
    <h2 className="mb-3 font-semibold">Examples</h2>
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {examples.map(({ title, query }) => (
        <li key={title}>
          <button
            type="button"
            className="flex h-full w-full flex-col gap-2 rounded-md border border-border bg-surface-raised px-4 py-3 text-left hover:bg-surface-hover"
            aria-label={title}
            onClick={() => onChoose(query)}
          >
            <span className="font-medium">{title}</span>
            <code className="font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
              <HighlightedQuery query={query} />
            </code>
          </button>
        </li>
      ))}
    </ul>
  </section>
)
