import { Missing } from './missing.tsx'
import { TruncatedText } from './truncated-text.tsx'

/** A description in a cell: at most 24 rem of it, the rest in a tooltip; a dash when there is none. */
export const Description = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <TruncatedText text={text} className="description max-w-[min(100%,24rem)]! text-text-muted" />
  ) : (
    <Missing />
  )
