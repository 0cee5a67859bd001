import type { CellContext } from './columns.ts'
import { Missing } from '../format/missing.tsx'
import { TruncatedText } from '../format/truncated-text.tsx'

/** A description in a cell: at most 24 rem of it, the rest in a tooltip; a dash when there is none. */
export const Description = ({ text }: { text: string | null | undefined }) =>
  text ? <TruncatedText text={text} className="max-w-[min(100%,24rem)]! text-text-muted" /> : <Missing />

/**
 * The column of descriptions.
 * @example column.accessor('description', described)
 */
export const described = {
  header: 'description',
  meta: { kind: 'described' },
  cell: ({ getValue }: CellContext<object, string | null | undefined>) => <Description text={getValue()} />,
} as const
